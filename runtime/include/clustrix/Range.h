// Range: the rest of a range, for range-for loops that begin in the middle.
//
//     for (double x : v)   ──►   for (double x : clustrix::from(v, first))
#pragma once

#include <iterator>

#include "clustrix/Index.h"

namespace clustrix {

template <class Iterator, class End>
class RestOfRange {
 public:
  RestOfRange(Iterator begin, End end) : begin_(begin), end_(end) {}
  Iterator begin() const { return begin_; }
  End end() const { return end_; }

 private:
  Iterator begin_;
  End end_;
};

/// The elements of a std::vector, std::array, std::span or array from position `first` on; it has that many.
template <class Range>
auto from(Range& range, Index first) {
  return RestOfRange(std::begin(range) + static_cast<std::ptrdiff_t>(first), std::end(range));
}

}  // namespace clustrix
