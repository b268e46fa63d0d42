// Sets of parameters to avoid become guards that say exactly the opposite, or none.
#include "Analysis/Conditions.h"

#include "Analysis/System.h"
#include "Builder.h"

#include <catch2/catch.hpp>

using namespace clustrix::compiler;
using namespace clustrix::compiler::test;

namespace {

struct Fixture {
  Builder b;
  Value n = b.parameter("n"), k = b.parameter("k");
  isl::Context isl{1000000};
  Fixture() { b.loop("i", n); }

  Facts facts() { return Facts(b.model, isl); }
  isl::Set set(const char* text) { return isl::Set(isl_set_read_from_str(isl.get(), text)); }
};

}  // namespace

TEST_CASE("nothing to avoid is always avoided") {
  Fixture f;
  const Facts facts = f.facts();
  CHECK(avoid(facts, emptyParameters(facts)).outcome == Condition::Always);
  CHECK(avoid(facts, f.set("[n] -> { : n > 3000000000 }")).outcome == Condition::Always);  // no int is
}

TEST_CASE("an unknown set cannot be avoided") {
  Fixture f;
  CHECK(avoid(f.facts(), isl::Set()).outcome == Condition::TooComplex);
}

TEST_CASE("a guard that asks for nothing but two equal parameters is none, and beside another condition it may") {
  Fixture f;
  const Facts facts = f.facts();
  CHECK(avoid(facts, f.set("[n, k] -> { : n != k }")).outcome == Condition::Never);
  CHECK(avoid(facts, f.set("[n, k] -> { : k != 0 }")).outcome == Condition::Sometimes);
  CHECK(avoid(facts, f.set("[n, k] -> { : n < k or k < n < k + 9 }")).outcome == Condition::Sometimes);
}

TEST_CASE("a guard that leaves only a few iterations is none") {
  Fixture f;
  const Facts facts = f.facts();
  CHECK(avoid(facts, f.set("[n] -> { : n >= 2 }")).outcome == Condition::Never);
  CHECK(avoid(facts, f.set("[n] -> { : n >= 100 }")).outcome == Condition::Sometimes);
  CHECK(avoid(facts, f.set("[n] -> { : n >= 100 }"), 101).outcome == Condition::Never);
}

TEST_CASE("a guard that leaves a handful of iterations in all is none, and inner ones count") {
  Fixture f;
  CHECK(avoid(f.facts(), f.set("[n] -> { : n >= 16 }")).outcome == Condition::Never);
  CHECK(avoid(f.facts(), f.set("[n] -> { : n >= 17 }")).outcome == Condition::Sometimes);
  f.b.loop("j", 5);
  CHECK(avoid(f.facts(), f.set("[n] -> { : n >= 4 }")).outcome == Condition::Never);
  CHECK(avoid(f.facts(), f.set("[n] -> { : n >= 5 }")).outcome == Condition::Sometimes);
  f.b.loop("l", f.k);
  CHECK(avoid(f.facts(), f.set("[n] -> { : n >= 4 }")).outcome == Condition::Never);
  CHECK(avoid(f.facts(), f.set("[n] -> { : n >= 5 }")).outcome == Condition::Sometimes);
}

TEST_CASE("a loop that is short anyway needs no more iterations than it has") {
  Builder b;
  b.loop("i", 3);
  b.parameter("n");
  const Value k = b.parameter("k");
  b.loop("j", k);
  isl::Context isl{1000000};
  Facts facts(b.model, isl);
  const auto set = [&](const char* text) { return isl::Set(isl_set_read_from_str(isl.get(), text)); };
  CHECK(avoid(facts, set("[n] -> { : n < 0 }")).outcome == Condition::Sometimes);
  Builder other;
  const Value m = other.parameter("n", 0, 9);
  other.loop("i", m);
  const Facts bounded(other.model, isl);
  CHECK(avoid(bounded, set("[n] -> { : n >= 2 }")).outcome == Condition::Never);
  CHECK(avoid(bounded, set("[n] -> { : n >= 9 }")).outcome == Condition::Never);
}

TEST_CASE("a guard counts the iterations of a loop that two bounds end") {
  const auto outcome = [](std::int64_t most, const char* bad) {
    Builder b;
    const Value n = b.parameter("n"), trips = b.parameter("trips"), i = b.loop("i", trips);
    b.parameter("k");
    NestedLoop& loop = b.model.loops[0];  // for (i = 0; i < most && i < n; ++i)
    loop.constraints.push_back(n - 1 - i);
    loop.constraints.push_back(Value(most) - 1 - i);
    isl::Context isl{1000000};
    const Facts facts(b.model, isl);
    return avoid(facts, isl::Set(isl_set_read_from_str(isl.get(), bad))).outcome;
  };
  CHECK(outcome(40, "[n] -> { : n >= 2 }") == Condition::Never);
  CHECK(outcome(40, "[n] -> { : n >= 16 }") == Condition::Never);
  CHECK(outcome(40, "[n] -> { : n >= 30 }") == Condition::Sometimes);
  CHECK(outcome(40, "[n, k] -> { : n > k }") == Condition::Sometimes);
  // Eight iterations are all that there are: a guard that takes some of them away is none, another one may be.
  CHECK(outcome(8, "[n] -> { : n >= 8 }") == Condition::Never);
  CHECK(outcome(8, "[k] -> { : k >= 2 }") == Condition::Sometimes);
}

TEST_CASE("a guard under which a loop that is not counted beforehand never runs is none") {
  Builder b;
  const Value n = b.parameter("n"), m = b.parameter("m"), d = b.loop("d", n + m), i = b.loop("i", n);
  NestedLoop& inner = b.model.loops.back();  // ends at two bounds
  inner.trip.reset();
  inner.certain = false;
  for (const Value& constraint : {n - 1 - i, m - 1 - i, d - i}) inner.constraints.push_back(constraint.polynomial);
  const ArrayId a = b.array("a");
  b.write(a, i + d);
  isl::Context isl{1000000};
  const Facts facts(b.model, isl);
  const auto set = [&](const char* text) { return isl::Set(isl_set_read_from_str(isl.get(), text)); };
  const std::vector<const Access*> accesses{&b.model.accesses.front()};
  // Left: m <= 1.
  CHECK(avoid(facts, set("[m] -> { : m >= 2 }"), 4).outcome == Condition::Sometimes);
  CHECK(avoid(facts, set("[m] -> { : m >= 2 }"), 4, accesses).outcome == Condition::Never);
  CHECK(avoid(facts, set("[m] -> { : m >= 50 }"), 4, accesses).outcome == Condition::Sometimes);
}

TEST_CASE("inner loops that cannot all be long ask for less, and the outermost for as much as ever") {
  Builder b;
  const Value n = b.parameter("n"), k = b.parameter("k");
  b.loop("i", n);
  b.loop("j", k);
  b.close();
  b.loop("l", Value(4) - k);
  isl::Context isl{1000000};
  const Facts facts(b.model, isl);
  const auto set = [&](const char* text) { return isl::Set(isl_set_read_from_str(isl.get(), text)); };
  CHECK(avoid(facts, set("[n] -> { : n >= 2 }")).outcome == Condition::Never);
  CHECK(avoid(facts, set("[n] -> { : n >= 9 }")).outcome == Condition::Sometimes);
}

TEST_CASE("a guard that leaves only one tile is none") {
  Builder b;
  const Value n = b.parameter("n"), tiles = b.parameter("tiles");
  b.model.symbols.back().division = Division{n - 1, 16, false};
  b.loop("c", tiles + 1);  // c <= (n - 1) / 16
  isl::Context isl{1000000};
  const Facts facts(b.model, isl);
  const auto set = [&](const char* text) { return isl::Set(isl_set_read_from_str(isl.get(), text)); };
  CHECK(avoid(facts, set("[n] -> { : n >= 2 }")).outcome == Condition::Never);
  CHECK(avoid(facts, set("[n] -> { : n >= 17 }")).outcome == Condition::Never);
  CHECK(avoid(facts, set("[n] -> { : n >= 18 }")).outcome == Condition::Sometimes);
}

TEST_CASE("a guard is the opposite, without what holds anyway") {
  Fixture f;
  const Condition condition = avoid(f.facts(), f.set("[n, k] -> { : 1 <= k < n }"));
  REQUIRE(condition.outcome == Condition::Sometimes);
  REQUIRE(condition.guard.anyOf.size() == 2);
  CHECK(condition.guard.anyOf[0].size() == 1);
  CHECK(condition.guard.anyOf[1].size() == 1);
}

TEST_CASE("many separate holes are too complex") {
  Fixture f;
  CHECK(avoid(f.facts(), f.set("[k] -> { : k = 3 or k = 6 or k = 9 or k = 12 or k = 15 or k = 18 or k = 21 or k = 24 "
                               "or k = 27 or k = 30 or k = 33 or k = 36 }"))
            .outcome == Condition::TooComplex);
}

TEST_CASE("a guard is added once and becomes a fact") {
  Fixture f;
  Facts facts = f.facts();
  Legality legality;
  const Guard guard = ParameterGuard{{{{f.k - 1, false}}}, "a reason"};
  addGuard(facts, legality, guard);
  addGuard(facts, legality, guard);
  addGuard(facts, legality, ParameterGuard{{{{f.k - 1, false}}}, "another reason"});
  CHECK(legality.guards.size() == 1);
  CHECK(facts.ranges[1].min == 1);
  CHECK(holds(facts, domainOf(facts, {}, {}), f.k - 1));
}

TEST_CASE("an equality is a fact in both directions, an alternative is none") {
  Fixture f;
  Facts facts = f.facts();
  Legality legality;
  addGuard(facts, legality, ParameterGuard{{{{f.k - 7, true}}}, ""});
  CHECK(facts.ranges[1].min == 7);
  CHECK(facts.ranges[1].max == 7);
  addGuard(facts, legality, ParameterGuard{{{{f.n - 5, false}}, {{Value(-5) - f.n, false}}}, ""});
  CHECK(facts.ranges[0].min == kIntMin);
}

TEST_CASE("a guard under which an inner loop that ends at a counter never runs is none") {
  Builder b;
  const Value n = b.parameter("n"), m = b.parameter("m");
  b.loop("i", n);
  const Value c = b.loop("c", 2);
  b.loop("j", m - c);  // at most m
  isl::Context isl{1000000};
  const Facts facts(b.model, isl);
  const auto set = [&](const char* text) { return isl::Set(isl_set_read_from_str(isl.get(), text)); };
  CHECK(avoid(facts, set("[m] -> { : m >= 2 }")).outcome == Condition::Never);
  CHECK(avoid(facts, set("[m] -> { : m >= 20 }")).outcome == Condition::Sometimes);
}
