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
}

namespace {

struct Item {
  int key, place;
  friend bool operator==(const Item& a, const Item& b) { return a.key == b.key && a.place == b.place; }
};

/// Numbers in an order that makes a quicksort by medians of three slow: each median is one of the least.
std::vector<int> slowOrder(int count) {
  std::vector<int> values;
  for (int i = 0; i < count / 2; ++i) values.push_back(i % 2 == 0 ? i + 1 : count / 2 + i);
  for (int i = 0; i < count / 2; ++i) values.push_back(2 * (i + 1));
  return values;
}

}  // namespace

// Which of two equal elements comes first shows. libstdc++ is what the steps are those of.
#ifdef __GLIBCXX__
TEST_CASE("equal elements come out in the library's order, where it takes other ways as well") {
  const auto byKey = [](const Item& a, const Item& b) { return a.key < b.key; };
  const auto check = [&](const std::vector<int>& keys) {
    std::vector<Item> items;
    for (const int key : keys) items.push_back({key, static_cast<int>(items.size())});
    std::vector<Item> wanted = items;
    std::sort(wanted.begin(), wanted.end(), byKey);
    clustrix::runtime::sortInPlace(items.data(), static_cast<long>(items.size()), byKey);
    CHECK(items == wanted);
  };
  std::mt19937 random(3);
  for (const int count : {0, 1, 2, 15, 16, 17, 18, 33, 100, 5000})
    for (const int most : {1, 2, 7, 100, 1000000}) {
      CAPTURE(count, most);
      std::vector<int> keys(static_cast<std::size_t>(count));
      for (int& key : keys) key = static_cast<int>(random() % static_cast<unsigned>(most));
      check(keys);
      std::sort(keys.begin(), keys.end());
      check(keys);
      std::reverse(keys.begin(), keys.end());
      check(keys);
    }
  for (const int count : {100, 2000, 20000}) {
    check(slowOrder(count));
    std::vector<int> few = slowOrder(count);
    for (int& key : few) key /= 3;
    check(few);
  }
}
#endif
