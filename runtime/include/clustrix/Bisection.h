// Bisection: std::lower_bound, std::upper_bound and std::binary_search of numbers by `<`, as a kernel calls them. A
// library's own are no device functions before C++20.
//
//     std::lower_bound(column.begin() + row[i], column.begin() + row[i + 1], j)      ──►      clustrix::lowerBound(...)
#pragma once

#include "clustrix/Attributes.h"

#include <cstddef>

namespace clustrix {

/// The first place in [first, last) whose number is not less than `sought`; `last` where all are.
template <class Place, class Number>
CLUSTRIX_HD Place lowerBound(Place first, Place last, const Number& sought) {
  for (std::ptrdiff_t rest = last - first; rest > 0;) {
    const std::ptrdiff_t half = rest / 2;
    if (*(first + half) < sought) {
      first += half + 1;
      rest -= half + 1;
    } else {
      rest = half;
    }
  }
  return first;
}

/// The first place in [first, last) whose number is greater than `sought`; `last` where none is.
template <class Place, class Number>
CLUSTRIX_HD Place upperBound(Place first, Place last, const Number& sought) {
  for (std::ptrdiff_t rest = last - first; rest > 0;) {
    const std::ptrdiff_t half = rest / 2;
    if (sought < *(first + half)) {
      rest = half;
    } else {
      first += half + 1;
      rest -= half + 1;
    }
  }
  return first;
}

/// Whether one of the numbers in [first, last) is neither less nor greater than `sought`.
template <class Place, class Number>
CLUSTRIX_HD bool binarySearch(Place first, Place last, const Number& sought) {
  const Place found = lowerBound(first, last, sought);
  return found != last && !(sought < *found);
}

}  // namespace clustrix
