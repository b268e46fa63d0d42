// Bounds of expressions over a domain, from which its counters are projected out.
#include "Analysis/Reach.h"

#include "Builder.h"

#include <catch2/catch.hpp>

using namespace clustrix::compiler;
using namespace clustrix::compiler::test;

namespace {

/// A loop k over [lo, hi) and another inside it; `inner`: its constraints beside j >= 0.
struct Fixture {
  Builder b;
  Value lo = b.parameter("lo", 0), hi = b.parameter("hi", 0), n = b.parameter("n"), m = b.parameter("m", 1);
  Value k = b.loop("k", hi), j = b.loop("j", n);
  isl::Context isl{1000000};

  std::optional<Reach> of(const Value& value, std::vector<Polynomial> conditions) {
    b.model.loops[1].trip.reset();
    b.model.loops[1].constraints = {j};
    conditions.push_back(k - lo);
    const Facts facts(b.model, isl);
    return reachOf(facts, domainOf(facts, {0, 1}, conditions), value);
  }
};

std::vector<ReachBound> bounds(std::initializer_list<Value> values) {
  std::vector<ReachBound> result;
  for (const Value& value : values) result.push_back({value, 1});
  return result;
}

}  // namespace

TEST_CASE("an inner counter is projected out of its bounds") {
  Fixture f;
  const auto reach = f.of(16 * f.k + f.j, {Value(15) - f.j, f.n - 1 - 16 * f.k - f.j});
  REQUIRE(reach);
  CHECK(reach->from == bounds({16 * f.lo}));
  CHECK(reach->to.size() == 2);
  for (const ReachBound& bound : bounds({16 * f.hi - 1, f.n - 1}))
    CHECK(std::count(reach->to.begin(), reach->to.end(), bound) == 1);
}

TEST_CASE("counters cancel where one ends at the other") {
  Fixture f;
  const auto reach = f.of(f.k - f.j, {f.k - f.j, f.j - f.k + 3});
  REQUIRE(reach);
  CHECK(reach->from == bounds({0}));
  CHECK(std::count(reach->to.begin(), reach->to.end(), ReachBound{Polynomial(3), 1}) == 1);
}

TEST_CASE("a product with a parameter that is not negative keeps the counter's bounds") {
  Fixture f;
  const auto reach = f.of(f.m * f.k + f.j, {f.m - 1 - f.j});
  REQUIRE(reach);
  CHECK(reach->from == bounds({f.m * f.lo}));
  CHECK(reach->to == bounds({f.m * f.hi - 1}));
}

TEST_CASE("a product with a parameter of either sign has no bounds") {
  Fixture f;
  f.b.model.symbols[3].min = -5;
  CHECK_FALSE(f.of(f.m * f.k, {f.n - f.j}));
}

TEST_CASE("a counter without an end has none") {
  Fixture f;
  CHECK_FALSE(f.of(f.k + f.j, {}));
  CHECK_FALSE(f.of(f.k - f.j, {}));
}

TEST_CASE("bounds that are no integers come with their divisor") {
  Fixture f;
  const auto reach = f.of(f.j, {2 * f.j - f.k, f.k - 2 * f.j});
  REQUIRE(reach);
  CHECK(std::count(reach->from.begin(), reach->from.end(), ReachBound{f.lo, 2}) == 1);
  CHECK(std::count(reach->to.begin(), reach->to.end(), ReachBound{f.hi - 1, 2}) == 1);
}

TEST_CASE("an opaque value keeps to the bounds of its type") {
  Fixture f;
  const Value x = f.b.opaque("x", 0, 255);
  const auto reach = f.of(x, {});
  REQUIRE(reach);
  CHECK(reach->from == bounds({0}));
  CHECK(reach->to == bounds({255}));
}
