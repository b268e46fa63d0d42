// What a loop's header needs: proven, guarded, or impossible.
#include "Builder.h"

#include <catch2/catch.hpp>

using namespace clustrix::compiler;
using namespace clustrix::compiler::test;

namespace {

Legality withRequirement(Requirement::Kind kind, Int128 min, Int128 max, const Value& factor, const Value& divisor) {
  Builder b;
  const Value s = b.parameter("s", min, max);
  b.loop("i", b.parameter("n"));
  b.model.requirements.push_back({kind, s * factor, divisor, b.here()});
  return analyse(b.model);
}

}  // namespace

TEST_CASE("a stride whose type makes it positive needs no guard") {
  CHECK(withRequirement(Requirement::NonNegative, 1, 9, 1, 1).guards.empty());
  CHECK(withRequirement(Requirement::NonNegative, -1, 9, 1, 1).guards.size() == 1);
  CHECK(hasReason(withRequirement(Requirement::NonNegative, -5, -1, 1, 1), "loop.impossible"));
}

TEST_CASE("divisibility is proven from coefficients, or guarded") {
  CHECK(withRequirement(Requirement::Divisible, 0, 9, 6, 3).guards.empty());
  CHECK(withRequirement(Requirement::Divisible, 0, 9, 5, 1).guards.empty());
  const Legality guarded = withRequirement(Requirement::Divisible, 0, 9, 5, 3);
  CHECK(guarded.parallel);
  CHECK(guardsOf<DivisibleGuard>(guarded).size() == 1);
  CHECK(hasReason(withRequirement(Requirement::Divisible, 0, 9, 5, 0), "loop.impossible"));
}

TEST_CASE("a number that is no multiple makes the loop impossible") {
  Builder b;
  b.loop("i", b.parameter("n"));
  b.model.requirements.push_back({Requirement::Divisible, Value(7), Value(2), b.here()});
  CHECK(hasReason(analyse(b.model), "loop.impossible"));
}

TEST_CASE("a requirement on data is not known before the loop") {
  Builder b;
  const Value x = b.opaque("x");
  b.loop("i", b.parameter("n"));
  b.model.requirements.push_back({Requirement::NonNegative, x, Value(1), b.here()});
  CHECK(hasReason(analyse(b.model), "loop.uncounted"));
}
