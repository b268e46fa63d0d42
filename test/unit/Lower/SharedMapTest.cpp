// Maps whose copies share what they have in common, against the standard's.
#include "Lower/SharedMap.h"

#include <catch2/catch.hpp>

#include <map>
#include <random>
#include <vector>

using namespace clustrix::compiler;

namespace {

using Shared = SharedMap<int, int>;
using Plain = std::map<int, int>;

bool isSame(const Shared& shared, const Plain& plain) {
  bool same = shared.size() == plain.size() && shared.empty() == plain.empty();
  for (int key = -1; key <= 200; ++key) {
    const auto known = plain.find(key);
    const auto* entry = shared.find(key);
    same = same && shared.contains(key) == (known != plain.end()) && (entry != nullptr) == (known != plain.end());
    if (entry && known != plain.end()) same = same && entry->first == key && entry->second == known->second;
  }
  return same;
}

}  // namespace

TEST_CASE("a map has what was put into it, and a copy what there was when it was made") {
  std::mt19937 numbers(7);
  Shared shared;
  Plain plain;
  std::vector<std::pair<Shared, Plain>> copies;
  for (int step = 0; step < 2000; ++step) {
    const int key = static_cast<int>(numbers() % 200), value = static_cast<int>(numbers() % 5);
    if (numbers() % 3 == 0) {
      shared.erase(key);
      plain.erase(key);
    } else {
      shared.insert_or_assign(key, value);
      plain.insert_or_assign(key, value);
    }
    if (step % 100 == 0) copies.emplace_back(shared, plain);
  }
  CHECK(isSame(shared, plain));
  for (const auto& [copy, before] : copies) CHECK(isSame(copy, before));
  shared.eraseIf([](const auto& entry) { return entry.second % 2 == 0; });
  std::erase_if(plain, [](const auto& entry) { return entry.second % 2 == 0; });
  CHECK(isSame(shared, plain));
}

TEST_CASE("two maps have in common what is equal, and differ in the rest of what both have") {
  std::mt19937 numbers(11);
  const auto number = [&](unsigned below) { return static_cast<int>(numbers() % below); };
  for (int round = 0; round < 50; ++round) {
    Shared one;
    for (int i = 0; i < 100; ++i) one.insert_or_assign(number(200), number(3));
    Shared other = one;
    for (int i = 0; i < 40; ++i) {
      if (number(2) == 0)
        other.erase(number(200));
      else
        other.insert_or_assign(number(200), number(3));
      one.insert_or_assign(number(200), number(3));
    }
    Plain both;
    std::vector<int> differing, expected;
    for (int key = 0; key < 200; ++key) {
      if (!one.contains(key) || !other.contains(key)) continue;
      if (one.at(key) == other.at(key))
        both.emplace(key, one.at(key));
      else
        expected.push_back(key);
    }
    CHECK(isSame(Shared::common(one, other), both));
    Shared::differing(one, other, [&](const auto& left, const auto& right) {
      CHECK(left.second == one.at(right.first));
      CHECK(right.second == other.at(left.first));
      differing.push_back(left.first);
    });
    CHECK(differing == expected);
  }
}

TEST_CASE("a key that no map has is asked for in vain") {
  Shared map;
  map.insert_or_assign(1, 2);
  CHECK(map.find(2) == Shared::end());
  CHECK_THROWS_AS(map.at(2), std::out_of_range);
  map.erase(2);
  CHECK(map.size() == 1);
  map.clear();
  CHECK(map.empty());
}
