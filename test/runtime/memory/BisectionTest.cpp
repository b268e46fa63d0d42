// Places as the library finds them, in sorted ranges and in others.
#include "clustrix/Bisection.h"

#include <catch2/catch.hpp>

#include <algorithm>
#include <random>
#include <vector>

TEST_CASE("a kernel finds the places that the library finds, whether the range is sorted or not") {
  std::mt19937 random(11);
  for (const int count : {0, 1, 2, 3, 17, 64, 1000}) {
    CAPTURE(count);
    for (const bool sorted : {true, false}) {
      std::vector<int> values(static_cast<std::size_t>(count));
      for (int& value : values) value = static_cast<int>(random() % 40);
      if (sorted) std::sort(values.begin(), values.end());
      const int *const first = values.data(), *const last = first + count;
      for (const double sought : {-1.0, 0.0, 7.5, 20.0, 39.0, 40.0}) {
        CHECK(clustrix::lowerBound(first, last, sought) == std::lower_bound(first, last, sought));
        CHECK(clustrix::upperBound(first, last, sought) == std::upper_bound(first, last, sought));
        CHECK(clustrix::binarySearch(first, last, sought) == std::binary_search(first, last, sought));
      }
    }
  }
}
