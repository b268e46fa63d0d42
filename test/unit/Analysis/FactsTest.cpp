// Proofs over the iterations in which something happens.
#include "Analysis/Facts.h"

#include "Builder.h"

#include <catch2/catch.hpp>

using namespace clustrix::compiler;
using namespace clustrix::compiler::test;

namespace {

struct Fixture {
  Builder b;
  Value n = b.parameter("n"), m = b.parameter("m"), x = b.opaque("x", 0, 9);
  Value i = b.loop("i", n), j = b.loop("j", i);
  isl::Context isl{1000000};
  Facts facts{b.model, isl};
  Domain domain = domainOf(facts, {0, 1}, {});
};

}  // namespace

TEST_CASE("bounds of the loops hold in them") {
  Fixture f;
  CHECK(holds(f.facts, f.domain, f.n - 1 - f.i));
  CHECK(holds(f.facts, f.domain, f.i - 1 - f.j));
  CHECK(holds(f.facts, f.domain, f.n - 2 - f.j));  // j < i < n
  CHECK_FALSE(holds(f.facts, f.domain, f.n - 3 - f.j));
  CHECK_FALSE(holds(f.facts, f.domain, f.m));
}

TEST_CASE("an opaque value keeps to its bounds") {
  Fixture f;
  CHECK(holds(f.facts, f.domain, Value(9) - f.x));
  CHECK_FALSE(holds(f.facts, f.domain, Value(8) - f.x));
}

TEST_CASE("conditions and facts count") {
  Fixture f;
  CHECK(holds(f.facts, domainOf(f.facts, {0, 1}, {f.m - f.i}), f.m - 1 - f.j));
  assume(f.facts, f.m - f.n);
  CHECK(holds(f.facts, f.domain, f.m - 2 - f.j));
}

TEST_CASE("products with counters are proven by bounds, with one constraint put in, or not at all") {
  Fixture f;
  CHECK(holds(f.facts, f.domain, f.i * f.j));
  CHECK(holds(f.facts, f.domain, f.n * f.i - f.i * f.i));  // n is i + 1 and more
  CHECK_FALSE(holds(f.facts, f.domain, f.n * f.i - f.i * f.i - 2));
  CHECK_FALSE(violation(f.facts, f.domain, f.n * f.i - f.i * f.i - 2));
}

TEST_CASE("a test keeps a row inside the field, another one does not") {
  Fixture f;
  const Value above = f.n * f.i - f.n + f.x;  // (i - 1) * n + x
  const auto where = [&](const Value& condition) { return domainOf(f.facts, {0}, {condition}); };
  CHECK(holds(f.facts, where(f.i - 1), above));
  CHECK(holds(f.facts, where(f.i - 3), above - f.n - f.n));
  CHECK(holds(f.facts, where(f.i - 1 - f.x), above - f.n * f.x));
  CHECK_FALSE(holds(f.facts, domainOf(f.facts, {0}, {}), above));
  CHECK_FALSE(holds(f.facts, where(f.i - 1), above - f.n));
  CHECK_FALSE(holds(f.facts, where(1 - f.i), above));
  CHECK_FALSE(holds(f.facts, where(f.i - 1), f.m * f.i - f.m + f.x));  // m may be negative
}

TEST_CASE("a test for each dimension keeps a window inside the field") {
  Builder b;
  const Value n = b.parameter("n"), m = b.parameter("m", 0), x = b.opaque("x", 0, 9);
  const Value i = b.loop("i", n), j = b.loop("j", m);
  isl::Context isl{1000000};
  const Facts facts{b.model, isl};
  const Value up = i + x - 1, left = j + x - 1;
  const auto is = [&](const Value& value, const std::vector<Polynomial>& conditions) {
    return holds(facts, domainOf(facts, {0, 1}, conditions), value);
  };
  CHECK(is(m * up + left, {up, left}));
  CHECK(is(m * up - m + left, {up - 1, left}));
  CHECK(is(n * (m * up + left) + x, {up, left}));
  CHECK_FALSE(is(m * up + left, {up}));
  CHECK_FALSE(is(m * up + left, {left}));
  CHECK_FALSE(is(m * up - m + left, {up, left}));
  CHECK_FALSE(is(m * up + left - 1, {up, left}));
}

TEST_CASE("products of parameters are parameters") {
  Fixture f;
  const Domain domain = domainOf(f.facts, {}, {f.n * f.m - 10});
  CHECK(holds(f.facts, domain, f.n * f.m - 5));
  CHECK_FALSE(holds(f.facts, domain, f.n * f.m - 11));
}

TEST_CASE("a violation is reported for the parameters that have one") {
  Fixture f;
  const isl::Set bad = violation(f.facts, f.domain, f.m - 1 - f.j);
  REQUIRE(bad);
  const isl::Set expected(isl_set_read_from_str(f.isl.get(), "[n, m] -> { : n >= 2 and m <= n - 2 }"));
  CHECK(isSubset(bad, expected) == isl::Answer::Yes);
  CHECK(isSubset(expected, bad) == isl::Answer::Yes);
}

TEST_CASE("an empty domain proves everything") {
  Fixture f;
  const Domain never = domainOf(f.facts, {0}, {Value(-1)});
  CHECK(never.empty);
  CHECK(holds(f.facts, never, Value(-1)));
}

TEST_CASE("names for isl are unique and plain") {
  Builder b;
  b.parameter("v.size()");
  b.parameter("v_size__");
  b.parameter("");
  isl::Context isl(1000);
  const Facts facts(b.model, isl);
  CHECK(facts.names->of[0] == "v_size__");
  CHECK(facts.names->of[1] != facts.names->of[0]);
  CHECK_FALSE(facts.names->of[2].empty());
}

TEST_CASE("a quotient that the host computes keeps to its division, whatever the sign of what is divided") {
  Builder b;
  const Value n = b.parameter("n"), half = b.parameter("half"), down = b.parameter("down");
  b.model.symbols[1].division = Division{n, 2, false};
  b.model.symbols[2].division = Division{n, 2, true};
  isl::Context isl{1000000};
  const Facts facts(b.model, isl);
  const Domain anywhere = domainOf(facts, {}, {});
  CHECK(holds(facts, anywhere, n - 2 * half + 1));
  CHECK(holds(facts, anywhere, 2 * half - n + 1));
  CHECK_FALSE(holds(facts, anywhere, n - 2 * half));
  CHECK_FALSE(holds(facts, anywhere, 2 * half - n));
  CHECK(holds(facts, anywhere, n - 2 * down));
  CHECK_FALSE(holds(facts, anywhere, 2 * down - n));
}
