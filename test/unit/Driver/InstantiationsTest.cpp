#include "Driver/Instantiations.h"

#include "Driver/Pipeline.h"
#include "FakeSource.h"

#include <catch2/catch.hpp>

using namespace clustrix::compiler;

namespace {

/// The scale loop of a template with a second instantiation.
SourceUnit unitWith(const LoopModel& other) {
  SourceUnit unit = scaleUnit("scale.cpp");
  unit.functions[0].loops[0].otherInstantiations = {other};
  return unit;
}

}  // namespace

TEST_CASE("every loop of every function has a verdict") {
  SourceUnit unit = scaleUnit("scale.cpp");
  unit.functions.push_back(unit.functions[0]);
  unit.functions[1].loops.push_back(unit.functions[1].loops[0]);
  const Verdicts verdicts = judge(unit, {}).verdicts;
  REQUIRE(verdicts.size() == 2);
  CHECK(verdicts[0].size() == 1);
  CHECK(verdicts[1].size() == 2);
}

TEST_CASE("instantiations that agree are parallel") {
  const Judgement judgement = judge(unitWith(scaleModel("scale.cpp")), {});
  CHECK(judgement.verdicts[0][0].parallel);
  CHECK(judgement.heldBack.empty());
}

TEST_CASE("one serial instantiation makes the loop serial, for its reason") {
  LoopModel other = scaleModel("scale.cpp");
  other.effects.push_back({"effect.io", "output", "", {"scale.cpp", 4, 5}, {}});
  const Judgement judgement = judge(unitWith(other), {});
  CHECK_FALSE(judgement.verdicts[0][0].parallel);
  CHECK(judgement.heldBack.empty());
  REQUIRE_FALSE(judgement.verdicts[0][0].reasons.empty());
  CHECK(judgement.verdicts[0][0].reasons[0].code == "effect.io");
}

TEST_CASE("instantiations that need different code hold the loop back") {
  LoopModel other = scaleModel("scale.cpp");
  other.kernel.body[1].text = "[i] = 3 * ";
  const Judgement judgement = judge(unitWith(other), {});
  CHECK_FALSE(judgement.verdicts[0][0].parallel);
  REQUIRE(judgement.heldBack.size() == 1);
  CHECK(judgement.heldBack[0].legality.parallel);
  REQUIRE(judgement.heldBack[0].legality.reasons.size() == 1);
  CHECK(judgement.heldBack[0].legality.reasons[0].code == "template.disagrees");
  CHECK(judgement.heldBack[0].legality.reasons[0].at == SourcePoint{"scale.cpp", 3, 3});
}

TEST_CASE("a loop that is held back is legal, stays on the host, and is not rewritten") {
  LoopModel other = scaleModel("scale.cpp");
  other.kernel.body[1].text = "[i] = 3 * ";
  const Compiled compiled = compile(unitWith(other), {});
  const LoopReport loop = report(compiled.plan, compiled.unit).functions[0].loops[0];
  CHECK(loop.parallel);
  CHECK(loop.mapped == Mapped::Host);
  REQUIRE(loop.reasons.size() == 1);
  CHECK(loop.reasons[0].code == "template.disagrees");
  CHECK(compiled.rewritten.find("clustrix::Loop") == std::string::npos);
}

TEST_CASE("a guard that one instantiation alone needs holds the loop back") {
  LoopModel other = scaleModel("scale.cpp");
  other.arrays.push_back({"b", "b", "double", 8, false, std::nullopt, ""});
  other.accesses.push_back(
      {AccessKind::Read, {1}, Polynomial::symbol({0}), 0, 8, 0, {}, {0}, {}, true, -1, {"scale.cpp", 4, 20}});
  CHECK(judge(unitWith(other), {}).heldBack.size() == 1);
}

TEST_CASE("an inner loop is judged by what became of the loops around it") {
  // The outer loop is held back, so that the inner one, which agrees, is launched.
  LoopModel other = scaleModel("scale.cpp");
  other.kernel.body[1].text = "[i] = 3 * ";
  SourceUnit unit = unitWith(other);
  LoopSite inner = scaleUnit("scale.cpp").functions[0].loops[0];
  inner.parent = 0;
  inner.depth = 1;
  inner.begin += 30;
  inner.otherInstantiations = {inner.model};
  unit.functions[0].loops.push_back(inner);
  const Compiled compiled = compile(unit, {});
  CHECK(compiled.plan.functions[0].loops[0].mapped == Mapped::Host);
  CHECK(compiled.plan.functions[0].loops[1].mapped == Mapped::Devices);
}
