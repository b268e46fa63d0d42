// One guard over all that a loop touches, against every pair of it.
#include "execution/NoAlias.h"

#include <catch2/catch.hpp>
#include <random>

using namespace clustrix;
using namespace clustrix::runtime;

namespace {

struct AliasCase {
  LoopState state;
  LaunchFacts facts;
  NoAlias guard;

  /// Bytes [begin, end) of an array's own address range.
  int array(const char* name, Bounds touched, Bounds written, bool own = false) {
    const int id = static_cast<int>(state.arrays.size());
    ArrayFacts array;
    array.name = name;
    state.arrays.push_back(array);
    const auto touch = [&](Bounds bytes, Access access) {
      const Index size = bytes.end - bytes.begin;
      if (size > 0) facts.whole.push_back({id, access, {Rows{bytes.begin, size, size, 1}}});
    };
    touch(touched, Access::Reads);
    touch(written, Access::Writes);
    (own ? guard.own : guard.arrays).push_back(id);
    return id;
  }
  static ObjectBytes object(Bounds bytes) {
    return {reinterpret_cast<const void*>(bytes.begin), static_cast<std::size_t>(bytes.end - bytes.begin)};
  }
  std::string failed() const { return failedAllDisjoint(state, facts, guard).what; }
};

bool meet(const Bounds& a, const Bounds& b) { return !a.empty() && !b.empty() && a.begin < b.end && b.begin < a.end; }

Bounds around(const Bounds& a, const Bounds& b) {
  if (a.empty()) return b;
  return b.empty() ? a : Bounds{std::min(a.begin, b.begin), std::max(a.end, b.end)};
}

// What the guard means, pair by pair.
struct Pairwise {
  struct Array {
    Bounds touched, written;
    bool own;
  };
  std::vector<Array> arrays;
  std::vector<Bounds> written, read;

  bool holds() const {
    for (std::size_t a = 0; a < arrays.size(); ++a)
      for (std::size_t b = 0; b < arrays.size(); ++b) {
        const bool apart = arrays[a].own && arrays[b].own;  // both have storage of their own
        if (a != b && !apart && meet(arrays[a].written, arrays[b].touched)) return false;
      }
    for (const Array& array : arrays) {
      for (const Bounds& object : written)
        if (meet(array.touched, object)) return false;
      for (const Bounds& object : read)
        if (!array.written.empty() && meet(array.touched, object)) return false;
    }
    for (std::size_t w = 0; w < written.size(); ++w) {
      for (std::size_t other = 0; other < w; ++other)
        if (meet(written[w], written[other])) return false;
      for (const Bounds& object : read)
        if (meet(written[w], object)) return false;
    }
    return true;
  }
};

}  // namespace

TEST_CASE("arrays side by side are disjoint, and what is only read may overlap") {
  AliasCase one;
  one.array("a", {0, 100}, {});
  one.array("b", {50, 150}, {});
  one.array("c", {}, {150, 200});
  CHECK(one.failed().empty());
}

TEST_CASE("a write into what another array touches is told by their names") {
  AliasCase one;
  one.array("a", {0, 100}, {});
  one.array("far", {500, 600}, {500, 600});
  one.array("b", {}, {99, 180});
  CHECK(one.failed() == "b overlaps a");
}

TEST_CASE("an array inside a larger one is found behind a shorter neighbour") {
  AliasCase one;
  one.array("whole", {0, 1000}, {});
  one.array("first", {0, 10}, {});
  one.array("inner", {}, {900, 910});
  CHECK(one.failed() == "inner overlaps whole");
}

TEST_CASE("arrays with storage of their own are not compared with one another, but with all others") {
  AliasCase one;
  one.array("a", {0, 100}, {0, 100}, true);
  one.array("b", {50, 150}, {50, 150}, true);
  CHECK(one.failed().empty());
  one.array("p", {}, {149, 160});
  CHECK_FALSE(one.failed().empty());
}

TEST_CASE("an array of which nobody knows what is touched fails the guard") {
  AliasCase one;
  one.array("a", {0, 100}, {});
  const int b = one.array("b", {}, {});
  CHECK(one.failed().empty());
  one.facts.unknown.push_back({b, Access::Reads});
  CHECK(one.failed() == "what the loop touches of b is not known");
}

TEST_CASE("the sweep says what all pairs say") {
  std::mt19937 random(20261123);
  const auto below = [&](int limit) { return static_cast<Index>(random() % static_cast<unsigned>(limit)); };
  int held = 0, failed = 0;
  for (int round = 0; round < 20000; ++round) {
    AliasCase one;
    Pairwise pairs;
    const auto some = [&](bool any) {
      const Index begin = 1 + below(300);
      return any ? Bounds{begin, begin + 1 + below(20)} : Bounds{};
    };
    const Index arrays = 1 + below(5);
    for (Index a = 0; a < arrays; ++a) {
      const Bounds read = some(below(4) != 0);
      const Bounds written = some(below(3) == 0);
      const bool own = below(2) == 0;
      one.array("x", read, written, own);
      pairs.arrays.push_back({around(read, written), written, own});
    }
    for (Index o = below(3); o > 0; --o) pairs.written.push_back(some(true));
    for (Index o = below(3); o > 0; --o) pairs.read.push_back(some(true));
    for (const Bounds& object : pairs.written) one.guard.written.push_back(AliasCase::object(object));
    for (const Bounds& object : pairs.read) one.guard.read.push_back(AliasCase::object(object));
    CAPTURE(round, one.failed());
    REQUIRE(one.failed().empty() == pairs.holds());
    ++(pairs.holds() ? held : failed);
  }
  CHECK(held > 2000);
  CHECK(failed > 2000);
}
