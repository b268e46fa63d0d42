#include "Plan/Symbols.h"

#include "../Analysis/Builder.h"

#include <catch2/catch.hpp>

using namespace clustrix::compiler;
using namespace clustrix::compiler::test;

TEST_CASE("a value mentions the counters of its loops, outermost first") {
  Builder b;
  const Value n = b.parameter("n"), i = b.loop("i", n), j = b.loop("j", n);
  CHECK(countersIn(b.model, (n * 2).polynomial).empty());
  CHECK(countersIn(b.model, (j * 3 + n).polynomial) == std::vector<int>{1});
  CHECK(countersIn(b.model, (j + i).polynomial) == std::vector<int>{0, 1});
  CHECK(countersIn(b.model, TripCount{(n - i).polynomial, Polynomial(1)}) == std::vector<int>{0});
}

TEST_CASE("the host knows what has expressions, and a loop knows before it what mentions no counter") {
  Builder b;
  const Value n = b.parameter("n"), i = b.loop("i", n);
  const Value x = b.opaque("x");
  CHECK(isKnownOutside(b.model, (n + i).polynomial));
  CHECK_FALSE(isParametric(b.model, (n + i).polynomial));
  CHECK(isParametric(b.model, (n * 2 + 1).polynomial));
  CHECK_FALSE(isKnownOutside(b.model, (n + x).polynomial));
  CHECK_FALSE(isKnownOutside(b.model, TripCount{n.polynomial, x.polynomial}));
  b.model.symbols[0].expression.clear();
  CHECK_FALSE(isKnownOutside(b.model, n.polynomial));
}

TEST_CASE("the longest row of many is a number for proofs") {
  Builder b;
  b.parameter("n");
  CHECK_FALSE(isPitch(b.model, SymbolId{0}));
  b.model.symbols[0].pitchOf = "a[]";
  CHECK(isPitch(b.model, SymbolId{0}));
}
