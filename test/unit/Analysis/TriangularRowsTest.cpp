// Packed triangles: rows of growing or shrinking length, one behind the other.
#include "Analysis/TriangularRows.h"
#include "Builder.h"

#include <catch2/catch.hpp>

using namespace clustrix::compiler;
using namespace clustrix::compiler::test;

namespace {

/// for (i < n) for (j < count) x[start + j] = ...
struct Triangle {
  Builder b;
  Value n = b.parameter("n"), i = b.loop("i", n);
  ArrayId x = b.array("x");

  void row(const Value& start, const Value& count) {
    const Value j = b.loop("j", count);
    b.write(x, start + j);
    b.close();
  }
  bool isParallel() const { return analyse(b.model).parallel; }
};

}  // namespace

TEST_CASE("rows of a packed lower triangle do not meet") {
  Triangle diagonal;
  diagonal.row(diagonal.b.quotient(diagonal.i * diagonal.i + diagonal.i, 2), diagonal.i + 1);
  CHECK(diagonal.isParallel());
  Triangle strict;
  strict.row(strict.b.quotient(strict.i * strict.i - strict.i, 2), strict.i);
  CHECK(strict.isParallel());
  Triangle squares;
  squares.row(squares.i * squares.i, 2 * squares.i + 1);
  CHECK(squares.isParallel());
}

TEST_CASE("rows of a packed upper triangle do not meet") {
  Triangle upper;
  const Value before = upper.b.quotient(upper.i * (2 * upper.n - upper.i - 1), 2);
  upper.row(before + upper.i + 1, upper.n - upper.i - 1);
  CHECK(upper.isParallel());
}

TEST_CASE("a row that is one element too long meets the next") {
  Triangle longer;
  longer.row(longer.b.quotient(longer.i * longer.i + longer.i, 2), longer.i + 2);
  CHECK_FALSE(longer.isParallel());
  Triangle earlier;
  earlier.row(earlier.b.quotient(earlier.i * earlier.i + earlier.i, 2) - 1, earlier.i + 2);
  CHECK_FALSE(earlier.isParallel());
  Triangle shorter;
  shorter.row(shorter.b.quotient(shorter.i * shorter.i + shorter.i, 4), shorter.i + 1);
  CHECK_FALSE(shorter.isParallel());
}

TEST_CASE("another access to a row of another iteration is none to the own one") {
  Triangle own;
  const Value start = own.b.quotient(own.i * own.i + own.i, 2);
  own.row(start, own.i + 1);
  own.b.read(own.x, start + own.i);
  CHECK(own.isParallel());
  Triangle other;
  const Value row = other.b.quotient(other.i * other.i + other.i, 2);
  other.row(row, other.i + 1);
  other.b.read(other.x, row - 1);
  CHECK_FALSE(other.isParallel());
}

TEST_CASE("a start that sinks, or is rounded in two ways, begins no rows") {
  Triangle sinking;
  sinking.row(0 - sinking.i * sinking.i, 1);
  CHECK_FALSE(sinking.isParallel());
  Triangle rounded;  // (i*i + i - 21)/2 is rounded up below zero, and down behind
  rounded.row(rounded.b.quotient(rounded.i * rounded.i + rounded.i - 21, 2), rounded.i + 1);
  CHECK_FALSE(rounded.isParallel());
}

TEST_CASE("the rows' starts are a fraction where they are exact") {
  Triangle upper;
  const Value before = upper.b.quotient(upper.i * (2 * upper.n - upper.i - 1), 2);
  upper.row(before + upper.i + 1, upper.n - upper.i - 1);
  const isl::Context isl(100000);
  const Facts facts(upper.b.model, isl);
  const auto rows = triangularRows(facts, {&upper.b.model.accesses.front()});
  REQUIRE(rows);
  REQUIRE(rows->numerator);
  CHECK(rows->divisor == 2);
  CHECK(*rows->numerator == (upper.i * (2 * upper.n - upper.i - 1) + 2 * upper.i + 2).polynomial);
}
