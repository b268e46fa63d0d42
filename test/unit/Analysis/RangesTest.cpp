// Interval arithmetic: saturating, and never too narrow.
#include "Analysis/Ranges.h"

#include "Builder.h"

#include <catch2/catch.hpp>

#include <algorithm>
#include <string>

using namespace clustrix::compiler;
using namespace clustrix::compiler::test;

TEST_CASE("an unbounded end stays unbounded through sums and products") {
  const Interval open{0, unbounded()}, shift{-5, -5}, twice{-2, 3};
  CHECK(add(open, shift).max == unbounded());
  CHECK(add(open, shift).min == -5);
  CHECK(multiply(open, twice).max == unbounded());
  CHECK(multiply(open, twice).min == -unbounded());
  CHECK(multiply(open, {0, 0}).max == 0);
  const Interval large{unbounded() - 1, unbounded() - 1};
  CHECK(add(large, large).max == unbounded());
  CHECK(multiply(large, large).max == unbounded());
}

TEST_CASE("a product's range comes from its corners") {
  const Interval product = multiply({-2, 3}, {-5, 4});
  CHECK(product.min == -15);
  CHECK(product.max == 12);
}

TEST_CASE("constraints narrow ranges until nothing is left") {
  Builder b;
  const Value x = b.parameter("x", -10, 10), y = b.parameter("y", -10, 10);
  Ranges ranges = rangesOf(b.model);
  REQUIRE(tighten(ranges, {x - 3, y - x * 2 - 1}));  // x >= 3, y >= 2x + 1
  CHECK(ranges[0].min == 3);
  CHECK(ranges[0].max == 4);
  CHECK(ranges[1].min == 7);
  CHECK_FALSE(tighten(ranges, {Value(4) - y}));
}

TEST_CASE("bounds are rounded inwards, in both directions of sign") {
  Builder b;
  const Value x = b.parameter("x", -10, 10);
  Ranges ranges = rangesOf(b.model);
  REQUIRE(tighten(ranges, {x * 3 + 7, Value(8) - x * 3}));  // -7/3 <= x <= 8/3
  CHECK(ranges[0].min == -2);
  CHECK(ranges[0].max == 2);
}

TEST_CASE("a row that runs has at least one column") {
  Builder b;
  const Value m = b.parameter("m"), j = b.symbol(SymbolKind::Counter, "j", -5, 100);
  Ranges ranges = rangesOf(b.model);
  CHECK(ranges[1].min == 0);  // counters start at zero
  REQUIRE(tighten(ranges, {m - 1 - j}));
  CHECK(ranges[0].min == 1);
  CHECK(evaluate(m * j, ranges).min == 0);
}

TEST_CASE("an exact quotient exists for multiples that fit") {
  CHECK(exactQuotient(-12, 4) == -3);
  CHECK(exactQuotient(12, -1) == -12);
  CHECK_FALSE(exactQuotient(13, 4));
  CHECK_FALSE(exactQuotient(13, 0));
  CHECK_FALSE(exactQuotient(INT64_MIN, -1));
}

TEST_CASE("copies of ranges share what they do not narrow") {
  Builder b;
  const Value x = b.parameter("x", 0, 10), y = b.parameter("y", 0, 10);
  const Ranges ranges = rangesOf(b.model);
  Ranges narrowed = ranges;
  REQUIRE(tighten(narrowed, {x - y - 4}));
  CHECK(narrowed[0].min == 4);
  CHECK(narrowed[1].max == 6);
  CHECK(ranges[0].min == 0);
  CHECK(ranges[1].max == 10);
  narrowed.set(SymbolId{0}, {5, 4});
  CHECK_FALSE(narrowed.possible());
  CHECK(ranges.possible());
}

TEST_CASE("many narrowed ranges are the same when they are settled") {
  Builder b;
  std::vector<Value> all;
  for (int i = 0; i < 100; ++i) all.push_back(b.parameter("p" + std::to_string(i), 0, 100));
  Ranges ranges = rangesOf(b.model);
  Assumptions facts;
  for (int i = 0; i < 100; ++i) {
    facts.add((all[static_cast<std::size_t>(i)] - i).polynomial, ranges);
    ranges.settle();
  }
  for (std::size_t i = 0; i < 100; ++i) CHECK(ranges[i].min == i);
}

TEST_CASE("constraints that come one by one narrow as much as all at once, in either order of a chain") {
  for (const bool outwards : {true, false}) {
    Builder b;
    std::vector<Value> chain;
    for (int i = 0; i < 20; ++i) chain.push_back(b.parameter("p" + std::to_string(i), 0, 1000));
    std::vector<Polynomial> constraints;
    for (std::size_t i = 0; i + 1 < chain.size(); ++i) constraints.push_back((chain[i + 1] - chain[i] - 1).polynomial);
    if (!outwards) std::reverse(constraints.begin(), constraints.end());
    Ranges ranges = rangesOf(b.model), one = ranges;
    std::vector<Polynomial> known;
    Assumptions facts;
    for (const Polynomial& constraint : constraints) {
      facts.add(constraint, ranges);
      known.push_back(constraint);
      REQUIRE(tighten(one, known));
    }
    for (std::size_t i = 0; i < chain.size(); ++i) {
      CHECK(ranges[i].min == one[i].min);
      CHECK(ranges[i].max == one[i].max);
    }
    // What a domain adds goes on to those that share a symbol with it.
    Ranges domain = ranges;
    REQUIRE(facts.tighten(domain, {(chain[0] - 500).polynomial}));
    CHECK(domain[0].min == 500);
    CHECK(domain[outwards ? 19 : 4].min == (outwards ? 519 : 504));
    CHECK_FALSE(facts.tighten(domain, {(Value(100) - chain[0]).polynomial}));
  }
}

TEST_CASE("a fact that nothing can meet leaves no point of any domain") {
  Builder b;
  const Value x = b.parameter("x", 0, 10), y = b.parameter("y", 0, 10);
  Ranges ranges = rangesOf(b.model);
  Assumptions facts;
  facts.add((x - 11).polynomial, ranges);
  facts.add((x - 11).polynomial, ranges);
  CHECK(facts.all().size() == 1);
  CHECK(facts.mention(SymbolId{0}));
  CHECK_FALSE(facts.mention(SymbolId{1}));
  CHECK_FALSE(facts.tighten(ranges, {y.polynomial}));
}
