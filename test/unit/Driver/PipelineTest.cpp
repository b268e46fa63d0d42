#include "Driver/Pipeline.h"

#include "FakeSource.h"

#include "../Fixtures/Contains.h"

#include <catch2/catch.hpp>

using namespace clustrix::compiler;
using clustrix::compiler::test::contains;

namespace {

bool launches(const Compiled& compiled) { return contains(compiled.rewritten, "clustrix::Loop loop("); }

std::string printed(const Compiled& compiled) {
  return print(compiled.verdicts[0][0], compiled.unit.functions[0].loops[0].model);
}

/// A template whose second instantiation divides as well, by another number of iterations.
SourceUnit unitThatDisagrees() {
  SourceUnit unit = scaleUnit("scale.cpp");
  LoopModel other = scaleModel("scale.cpp");
  other.symbols[1].expression = "n + N";
  unit.functions[0].loops[0].otherInstantiations = {other};
  return unit;
}

}  // namespace

TEST_CASE("a source without annotated functions is what it was, byte for byte") {
  SourceUnit unit = scaleUnit("scale.cpp");
  unit.functions.clear();
  unit.text = "int x;\r\n\n#define A \\\n  1";
  const Compiled compiled = compile(unit, {});
  CHECK(compiled.rewritten == unit.text);
  CHECK(compiled.verdicts.empty());
  CHECK(compiled.plan.functions.empty());
}

TEST_CASE("a parallel loop is launched, and the text around it stays") {
  SourceUnit unit = scaleUnit("scale.cpp");
  unit.text += "int behind;  // without a line's end";
  const Compiled compiled = compile(unit, {});
  CHECK(compiled.verdicts.at(0).at(0).parallel);
  CHECK(compiled.plan.functions.at(0).loops.at(0).mapped == Mapped::Devices);
  CHECK(launches(compiled));
  CHECK(contains(compiled.rewritten, "[[clustrix::cluster]]\nvoid scale(double* a, int n) {\n"));
  CHECK(contains(compiled.rewritten, "  for (int i = 0; i < n; ++i)\n    a[i] = 2 * a[i];\n"));
  CHECK(contains(compiled.rewritten, "\n}\nint behind;  // without a line's end"));
  CHECK(compiled.unit.text == unit.text);
}

TEST_CASE("a loop whose verdict is serial stays on the host") {
  SourceUnit unit = scaleUnit("scale.cpp");
  addUnknownCall(unit);
  const Compiled compiled = compile(unit, {});
  CHECK_FALSE(compiled.verdicts.at(0).at(0).parallel);
  CHECK(compiled.plan.functions.at(0).loops.at(0).mapped == Mapped::Host);
  CHECK_FALSE(launches(compiled));
}

TEST_CASE("verdicts that are known are planned by") {
  Verdicts known(1, std::vector<Legality>(1));
  known[0][0].reasons.push_back({.code = "test.known", .message = "", .hint = "", .at = {}, .other = std::nullopt});
  const Compiled compiled = compile(scaleUnit("scale.cpp"), {}, known);
  REQUIRE(compiled.plan.functions.at(0).loops.at(0).legality.reasons.size() == 1);
  CHECK(compiled.plan.functions[0].loops[0].legality.reasons[0].code == "test.known");
  CHECK_FALSE(launches(compiled));
}

TEST_CASE("a project's defaults reach the plan and change no verdict") {
  ClusterOptions defaults;
  defaults.gpus = 3;
  defaults.autoGpuParallel = false;
  defaults.complexityThreshold = 1;
  const Compiled plain = compile(scaleUnit("scale.cpp"), {}), changed = compile(scaleUnit("scale.cpp"), defaults);
  CHECK(printed(changed) == printed(plain));
  CHECK(changed.plan.functions.at(0).options.gpus == 3);
  CHECK_FALSE(plain.plan.functions.at(0).options.gpus.has_value());
}

TEST_CASE("a loop that is held back is told to be legal, for what it was, and is not launched") {
  const Compiled compiled = compile(unitThatDisagrees(), {});
  CHECK_FALSE(launches(compiled));
  for (const Legality& legality : {compiled.verdicts.at(0).at(0), compiled.plan.functions.at(0).loops.at(0).legality}) {
    CHECK(legality.parallel);
    REQUIRE(legality.reasons.size() == 1);
    CHECK(legality.reasons[0].code == "template.disagrees");
  }
  CHECK(compiled.plan.functions[0].loops[0].mapped == Mapped::Host);
}

TEST_CASE("a loop that is held back holds no other back") {
  SourceUnit unit = scaleUnit("scale.cpp");
  unit.functions.push_back(unitThatDisagrees().functions[0]);
  std::vector<LoopSite>& loops = unit.functions[1].loops;
  loops.insert(loops.begin(), unit.functions[0].loops[0]);  // around the one that is held back
  loops[0].model.effects.push_back({"effect.io", "output", "", {"scale.cpp", 4, 5}, {}});
  loops[1].parent = 0;
  loops[1].depth = 1;
  loops[1].begin += 30;
  const Verdicts verdicts = compile(unit, {}).verdicts;
  CHECK(verdicts.at(0).at(0).reasons.empty());
  CHECK_FALSE(verdicts.at(1).at(0).parallel);
  CHECK(verdicts[1][0].reasons.at(0).code == "effect.io");
  CHECK(verdicts.at(1).at(1).parallel);
  CHECK(verdicts[1][1].reasons.at(0).code == "template.disagrees");
}
