#include "Sites.h"

#include <catch2/catch.hpp>

using namespace clustrix::compiler;
using namespace clustrix::compiler::test;

TEST_CASE("every loop is in the report with its place, its verdict and its mapping") {
  Function f;
  f.loop(simpleLoop(), false, 10, 90);
  f.loop(simpleLoop(), true, 20, 80, 0);
  const Report result = report(plan(f.unit, f.verdicts, {}), f.unit);
  REQUIRE(result.functions.size() == 1);
  const auto& loops = result.functions[0].loops;
  REQUIRE(loops.size() == 2);
  CHECK_FALSE(loops[0].parallel);
  CHECK(loops[0].mapped == Mapped::Host);
  CHECK(loops[0].reasons.size() == 1);
  CHECK(loops[1].parallel);
  CHECK(loops[1].mapped == Mapped::Devices);
  CHECK(loops[1].parent == 0);
  CHECK(loops[1].depth == 1);
  CHECK(loops[1].endLine == 1);
}

TEST_CASE("kinds, guards and reductions are those of the legality") {
  Function f;
  f.loop(simpleLoop(), true, 10, 90);
  ScalarState state;
  state.name = state.expression = "sum";
  f.model(0).scalars = {state};
  Reduction reduction;
  reduction.scalar = 0;
  f.verdict(0).reductions = {reduction};
  f.verdict(0).guards = {ScalarDisjointGuard{ArrayId{0}, "sum"}};
  f.verdict(0).asserted = true;
  const Report result = report(plan(f.unit, f.verdicts, {}), f.unit);
  const LoopReport& loop = result.functions[0].loops[0];
  CHECK(loop.kinds == std::vector<std::string>{"reduction", "guarded", "asserted"});
  CHECK(loop.guards == std::vector<std::string>{"the elements of a and the variable sum don't overlap"});
  REQUIRE(loop.reductions.size() == 1);
  CHECK(loop.reductions[0].variable == "sum");
  CHECK(loop.reductions[0].op == "+");
}

TEST_CASE("arrays are told with how they are accessed and where") {
  Function f;
  Builder b;
  const Value n = b.parameter("n"), i = b.loop("i", n);
  const ArrayId u = b.array("u"), v = b.array("v");
  b.array("unused");
  b.read(u, i - 1);
  b.read(u, i + 1);
  b.write(u, i);
  b.write(v, i + b.opaque("x"));
  f.loop(b.model, true, 10, 90);
  const Report result = report(plan(f.unit, f.verdicts, {}), f.unit);
  const auto& arrays = result.functions[0].loops[0].arrays;
  REQUIRE(arrays.size() == 2);
  CHECK(arrays[0].name == "u");
  CHECK(arrays[0].access == "read-write");
  // What `v` is written at is not known, and then nothing is claimed about the loop.
  CHECK(arrays[1].access == "write");
  CHECK(arrays[1].slice == "unknown");
}

TEST_CASE("a serial loop is of no kind") {
  Function f;
  f.loop(simpleLoop(), false, 10, 90);
  f.verdict(0).guards = {ScalarDisjointGuard{ArrayId{0}, "sum"}};
  const Report result = report(plan(f.unit, f.verdicts, {}), f.unit);
  CHECK(result.functions[0].loops[0].kinds.empty());
  CHECK(result.functions[0].loops[0].guards.empty());
}

TEST_CASE("a loop that may be rolled back is guarded, and says where it would be") {
  Function f;
  f.loop(simpleLoop(), true, 10, 90);
  f.model(0).rollsBack = true;
  f.model(0).leaves = {{"effect.call", "'exit' never comes back", {"f.cpp", 12, 5}}};
  const Report result = report(plan(f.unit, f.verdicts, {}), f.unit);
  const LoopReport& loop = result.functions[0].loops[0];
  CHECK(loop.kinds == std::vector<std::string>{"guarded"});
  CHECK(loop.guards == std::vector<std::string>{
                           "no iteration comes to line 12, where 'exit' never comes back (or the launch is undone)"});
}
