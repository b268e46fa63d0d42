#include "coherence/PlaceIndex.h"

#include <catch2/catch.hpp>
#include <random>
#include <set>

using namespace clustrix;
using namespace clustrix::runtime;

TEST_CASE("an index finds the intervals that overlap one, and no others") {
  std::mt19937 random(20261130);
  const auto between = [&](Index low, Index high) { return std::uniform_int_distribution<Index>(low, high)(random); };
  for (int trial = 0; trial < 500; ++trial) {
    std::vector<Bounds> all(static_cast<std::size_t>(between(0, 30)));
    for (Bounds& one : all) {
      one.begin = between(0, 100);
      one.end = one.begin + between(1, trial % 2 == 0 ? 10 : 90);
    }
    const PlaceIndex index(all.size(), [&](std::size_t i) { return all[i]; });
    const Bounds wanted{between(0, 100), between(0, 130)};
    std::set<std::size_t> expected, found;
    for (std::size_t i = 0; i < all.size(); ++i)
      if (!wanted.empty() && all[i].begin < wanted.end && wanted.begin < all[i].end) expected.insert(i);
    if (!wanted.empty()) index.forEachIn(wanted, [&](std::size_t i) { return found.insert(i).second; });
    REQUIRE(found == expected);
  }
}

TEST_CASE("looking ends where the visitor has seen enough") {
  const PlaceIndex index(5, [](std::size_t) { return Bounds{0, 10}; });
  int seen = 0;
  index.forEachIn({5, 6}, [&](std::size_t) { return ++seen < 2; });
  CHECK(seen == 2);
}
