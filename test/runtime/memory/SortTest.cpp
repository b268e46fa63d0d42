// As devices sort: short arrays and long ones, with equal numbers.
#include "clustrix/Sort.h"

#include <catch2/catch.hpp>

#include <random>
#include <vector>

TEST_CASE("a device sorts as the library does, whatever the length") {
  std::mt19937 random(7);
  for (const int count : {0, 1, 2, 5, 16, 63, 64, 65, 66, 100, 1000}) {
    CAPTURE(count);
    for (const int most : {3, 1000000}) {
      std::vector<int> values(static_cast<std::size_t>(count) + 1, 77);
      for (int i = 0; i < count; ++i)
        values[static_cast<std::size_t>(i)] = static_cast<int>(random() % most) - most / 2;
      std::vector<int> wanted = values;
      std::sort(wanted.begin(), wanted.end() - 1);
      clustrix::runtime::sortInPlace(values.data(), count);
      CHECK(values == wanted);
    }
  }
  std::vector<double> descending(300);
  for (std::size_t i = 0; i < 300; ++i) descending[i] = 150.0 - static_cast<double>(i);
  clustrix::runtime::sortInPlace(descending.data(), 300);
  CHECK(std::is_sorted(descending.begin(), descending.end()));
}
