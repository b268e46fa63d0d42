// Loops whose launch is undone where an iteration leaves: what the iterations behind it do must do no harm.
#include "Builder.h"

#include <catch2/catch.hpp>

using namespace clustrix::compiler;
using namespace clustrix::compiler::test;

namespace {

/// `for (i < n) { if (v[i] ...) exit(1); r[i] = ...; }`
struct Failing {
  Builder b;
  Value n, i;
  ArrayId v, r;

  Failing() : n(b.parameter("n")), i(b.loop("i", n)), v(b.array("v")), r(b.array("r")) {
    b.model.leaves.push_back({"effect.call", "'exit' never comes back", b.here()});
    b.model.rollsBack = true;
    b.read(v, i);
    b.write(r, i);
  }
};

}  // namespace

TEST_CASE("what is written before an iteration leaves is no obstacle where the launch is undone") {
  Failing f;
  const Legality verdict = analyse(f.b.model);
  CHECK(verdict.parallel);
  CHECK(verdict.form == Form::Independent);
  f.b.model.rollsBack = false;
  CHECK(hasReason(analyse(f.b.model), "effect.call"));
}

TEST_CASE("iterations that depend on each other do so whether one leaves or not") {
  Failing f;
  f.b.read(f.r, f.i - 1);
  CHECK(hasReason(analyse(f.b.model), "dependence.flow"));
}

TEST_CASE("elements of an array whose extent is known have to exist in all iterations") {
  Failing f;
  f.b.model.arrays[1].extent = "size";
  f.b.model.arrays[1].extentValue = f.b.parameter("size", 0, Int128(1) << 62);
  const Legality asked = analyse(f.b.model);
  CHECK(asked.parallel);
  CHECK_FALSE(asked.guards.empty());
  f.b.model.arrays[1].extentValue = f.n - 1;
  CHECK(hasReason(analyse(f.b.model), "search.bounds"));
  f.b.model.arrays[1].extentValue.reset();
  CHECK(hasReason(analyse(f.b.model), "search.bounds"));
}

TEST_CASE("an element that data lead to may lie anywhere, unless a list has it that is looked at") {
  Failing data;
  data.b.read(data.b.array("x"), data.b.opaque("t"));
  CHECK(hasReason(analyse(data.b.model), "search.bounds"));
  Failing nowhere;
  nowhere.b.access(AccessKind::Read, nowhere.v, std::nullopt);
  CHECK(hasReason(analyse(nowhere.b.model), "search.bounds"));

  Failing listed;
  const Value t = listed.b.opaque("t");
  const Polynomial& number = t;
  listed.b.model.symbols[static_cast<std::size_t>(number.symbols()[0].value)].listed =
      ListedValue{{listed.v}, listed.i};
  listed.b.read(listed.b.array("x"), t);
  CHECK(analyse(listed.b.model).parallel);
  listed.b.model.asserted = true;
  CHECK(hasReason(analyse(listed.b.model), "search.bounds"));
}

TEST_CASE("a loop inside that nobody can count might never end behind the iteration that leaves") {
  Failing f;
  f.b.loop("j", f.n);
  CHECK(analyse(f.b.model).parallel);
  f.b.model.loops[1].trip.reset();
  CHECK(hasReason(analyse(f.b.model), "search.speculation"));
}

TEST_CASE("what is added to a container is not undone") {
  Failing f;
  f.b.model.appends.emplace_back();
  const Legality verdict = analyse(f.b.model);
  REQUIRE(hasReason(verdict, "effect.call"));
  CHECK(verdict.reasons.back().message == "'exit' never comes back, and the iterations before it add to a container");
}
