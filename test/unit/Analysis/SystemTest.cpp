// Rows of integers to isl sets.
#include "Analysis/System.h"

#include "Builder.h"

#include <catch2/catch.hpp>

using namespace clustrix::compiler;
using namespace clustrix::compiler::test;

namespace {

struct Fixture {
  Builder b;
  Value n = b.parameter("n", 0, 100), m = b.parameter("m", 0, 100), i = b.loop("i", n* m);
  isl::Context isl{100000};
  Facts facts{b.model, isl};
};

}  // namespace

TEST_CASE("a domain becomes the set of its iterations, a product of parameters one parameter") {
  Fixture f;
  System system(f.facts);
  Iteration at;
  system.variable(SymbolId{2}, at);
  system.restrict(domainOf(f.facts, {0}, {}), at);
  const isl::Set params = toParameters(system.points());
  REQUIRE(isl_set_dim(params.get(), isl_dim_param) == 1);
  CHECK(std::string(isl_set_get_dim_name(params.get(), isl_dim_param, 0)) == "n*m");
  CHECK(productOf(f.facts, "n*m") == (f.n * f.m).polynomial);
  CHECK_FALSE(productOf(f.facts, "n*unheard"));
  const isl::Set known = knownParameters(f.facts, params);
  CHECK(isEmpty(isl::Set(isl_set_subtract(params.copy(), known.copy()))) == isl::Answer::Yes);
}

TEST_CASE("a row that overflows only makes the set larger") {
  Fixture f;
  System system(f.facts);
  Iteration at;
  const Row large = system.row(f.i * INT64_MAX, at), opposite = system.row(f.i * -2, at);
  CHECK(difference(large, opposite).overflow);
  CHECK(plus(system.row(Value(INT64_MAX), at), 1).overflow);
  system.zero(difference(large, opposite));
  system.nonNegative(plus(system.row(Value(INT64_MAX), at), 1));
  CHECK(isEmpty(system.points()) == isl::Answer::No);
}

TEST_CASE("two iterations have unknowns of their own") {
  Fixture f;
  System system(f.facts);
  Iteration first, second;
  CHECK(system.variable(SymbolId{2}, first) != system.variable(SymbolId{2}, second));
  CHECK(system.variable(SymbolId{2}, first) == system.variable(SymbolId{2}, first));
}

namespace {

/// Whether some iteration of `for (i < 20)` from `first` on satisfies `condition(x, quotient) >= 0` for x = first + i.
template <class Condition>
bool happens(std::int64_t first, std::int64_t divisor, bool floor, const Condition& condition) {
  Builder b;
  const Value x = b.loop("i", 20) + first;
  const Value quotient = b.quotient(x, divisor, floor);
  const isl::Context isl{100000};
  const Facts facts(b.model, isl);
  System system(facts);
  Iteration at;
  system.restrict(domainOf(facts, {0}, {condition(x, quotient)}), at);
  return isEmpty(system.points()) == isl::Answer::No;
}

}  // namespace

TEST_CASE("a quotient is what its division says") {
  const auto rest = [](std::int64_t least) {
    return [=](const Value& x, const Value& quotient) { return x - quotient * 4 - least; };
  };
  CHECK(happens(0, 4, false, rest(3)));
  CHECK_FALSE(happens(0, 4, false, rest(4)));
  const auto below = [](std::int64_t most) {
    return [=](const Value& x, const Value& quotient) { return quotient * 4 - x + most; };
  };
  // The rest has the sign of what is divided, or none where it is rounded down.
  CHECK_FALSE(happens(0, 4, false, below(-1)));
  CHECK(happens(-30, 4, false, below(-3)));
  CHECK_FALSE(happens(-30, 4, false, below(-4)));
  CHECK_FALSE(happens(-30, 4, true, below(-1)));
  CHECK_FALSE(happens(-30, 4, false, rest(1)));
  CHECK(happens(-30, 4, true, rest(3)));
}

TEST_CASE("quotients of quotients are divided, too") {
  Builder b;
  const Value i = b.loop("i", 100);
  const Value tens = b.quotient(i, 10);
  b.model.symbols.back().min = 0;  // as the frontend knows
  const Value hundreds = b.quotient(tens, 10);
  const isl::Context isl{100000};
  const Facts facts(b.model, isl);
  for (const std::int64_t least : {0, 1}) {
    System system(facts);
    Iteration at;
    system.restrict(domainOf(facts, {0}, {hundreds - least}), at);
    CHECK((isEmpty(system.points()) == isl::Answer::No) == (least == 0));
  }
}
