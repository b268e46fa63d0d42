// Rows of integers to isl sets.
#include "Analysis/System.h"

#include "Builder.h"

#include <catch2/catch.hpp>

using namespace clustrix::compiler;
using namespace clustrix::compiler::test;

namespace {

struct Fixture {
  Builder b;
  Value n = b.parameter("n", 0, 100), m = b.parameter("m", 0, 100), i = b.loop("i", n*m);
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
