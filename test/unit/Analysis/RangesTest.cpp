// Interval arithmetic: saturating, and never too narrow.
#include "Analysis/Ranges.h"

#include "Builder.h"

#include <catch2/catch.hpp>

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
