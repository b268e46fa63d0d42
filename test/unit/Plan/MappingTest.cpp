#include "Sites.h"

#include <catch2/catch.hpp>

using namespace clustrix::compiler;
using namespace clustrix::compiler::test;

TEST_CASE("the outermost legal loop is launched and the loops inside run inside its kernel") {
  Function f;
  f.loop(simpleLoop(), true, 10, 90);
  f.loop(simpleLoop(), true, 20, 80, 0);
  f.loop(simpleLoop(), false, 30, 70, 1);
  const FunctionPlan plan = f.planned();
  CHECK(plan.loops[0].mapped == Mapped::Devices);
  CHECK(plan.loops[1].mapped == Mapped::Sequential);
  CHECK(plan.loops[2].mapped == Mapped::Sequential);
  REQUIRE(plan.launches.size() == 1);
  CHECK(plan.launches[0].loop == 0);
  CHECK(plan.launches[0].footprint.size() == 1);
}

TEST_CASE("a serial loop stays on the host and its inner loops are launched each") {
  Function f;
  f.loop(simpleLoop(), false, 10, 90);
  f.loop(simpleLoop(), true, 20, 40, 0);
  f.loop(simpleLoop(), true, 50, 80, 0);
  const FunctionPlan plan = f.planned();
  CHECK(plan.loops[0].mapped == Mapped::Host);
  CHECK(plan.loops[1].mapped == Mapped::Devices);
  CHECK(plan.loops[2].mapped == Mapped::Devices);
  CHECK(plan.loops[2].launch == 1);
}

TEST_CASE("a loop that nobody can launch stays parallel, on the host, with the reason, and its inner loops are tried") {
  Function f;
  Builder b;
  const Value n = b.parameter("n"), i = b.loop("i", n);
  b.write(b.array("a"), i + b.opaque("x"));
  f.loop(b.model, true, 10, 90);
  f.verdict(0).form = Form::Scan;
  f.loop(simpleLoop(), true, 20, 80, 0);
  const FunctionPlan plan = f.planned();
  CHECK(plan.loops[0].mapped == Mapped::Host);
  CHECK(plan.loops[0].legality.parallel);
  CHECK(hasReason(plan.loops[0].legality, "plan.footprint-unknown"));
  CHECK(plan.loops[1].mapped == Mapped::Devices);
}

TEST_CASE("a reduction into an array runs on devices, where the array is nobody's traffic") {
  Function f;
  f.loop(simpleLoop(), true, 10, 90);
  LoopModel& model = f.model(0);
  model.arrays[0].arithmetic = model.arrays[0].floating = true;
  model.arrays[0].bits = 64;
  Capture capture;
  capture.kind = Capture::Pointer;
  capture.name = capture.expression = "a";
  capture.type = "double*";
  capture.array = ArrayId{0};
  model.kernel.captures = {capture};
  Reduction reduction;
  reduction.array = ArrayId{0};
  reduction.ofArray = true;
  f.verdict(0).reductions = {reduction};
  Update update;
  update.array = ArrayId{0};
  model.updates = {update};
  for (Access& access : model.accesses) access.update = 0;
  const FunctionPlan plan = f.planned();
  REQUIRE(plan.loops[0].mapped == Mapped::Devices);
  REQUIRE(plan.launches[0].footprint.size() == 1);
  CHECK(plan.launches[0].footprint[0].mode == FootprintMode::Combines);
}

TEST_CASE("a reduction into an array of no plain numbers stays on the host") {
  Function f;
  f.loop(simpleLoop(), true, 10, 90);
  Reduction reduction;
  reduction.array = ArrayId{0};
  reduction.ofArray = true;
  f.verdict(0).reductions = {reduction};
  const FunctionPlan plan = f.planned();
  CHECK(plan.loops[0].mapped == Mapped::Host);
  CHECK(plan.loops[0].legality.parallel);
  CHECK(hasReason(plan.loops[0].legality, "plan.array-reduction"));
}

TEST_CASE("no launch stands in place of a text that says another loop, too") {
  Function f;
  f.loop(simpleLoop(), true, 10, 90);
  f.loop(simpleLoop(), true, 10, 90);
  const FunctionPlan plan = f.planned();
  CHECK(plan.launches.empty());
  CHECK(hasReason(plan.loops[0].legality, "plan.not-expressible"));
  CHECK(hasReason(plan.loops[1].legality, "plan.not-expressible"));
}

TEST_CASE("clustrix.yml fills in what the attribute leaves open") {
  Function f;
  f.unit.functions[0].options.gpus = 2;
  ClusterOptions defaults;
  defaults.gpus = 4;
  defaults.complexityThreshold = 1;
  const FunctionPlan plan = f.planned(defaults);
  CHECK(plan.options.gpus == 2);
  CHECK(plan.complexity.threshold == 1);
}

TEST_CASE("a function without verdicts has no launch") {
  Function f;
  f.loop(simpleLoop(), true, 10, 90);
  f.verdicts.clear();
  CHECK(f.planned().launches.empty());
}

TEST_CASE("what combines through lists is tried without copies before, of whatever extent the array is") {
  const auto planned = [](bool hasExtent) {
    Function f;
    Builder b;
    const Value n = b.parameter("n"), i = b.loop("i", n);
    const ArrayId a = b.array("a"), list = b.array("list", 4);
    b.read(list, i);
    b.update(a, b.listed(list, i));
    if (hasExtent) b.model.arrays[0].extent = "size";
    f.loop(b.model, true, 10, 90);
    f.verdict(0) = analyse(b.model);
    LoopModel& model = f.model(0);
    model.arrays[0].arithmetic = model.arrays[0].floating = true;
    model.arrays[0].bits = 64;
    for (const ArrayId id : {a, list}) {
      Capture capture;
      capture.kind = Capture::Pointer;
      capture.name = capture.expression = model.arrays[static_cast<std::size_t>(id.value)].name;
      capture.type = "double*";
      capture.array = id;
      model.kernel.captures.push_back(capture);
    }
    return f.planned();
  };
  for (const bool hasExtent : {true, false}) {
    const FunctionPlan plan = planned(hasExtent);
    REQUIRE(plan.launches.size() == 1);
    CHECK(plan.launches[0].legality.reductions.size() == 1);
    REQUIRE(plan.launches[0].instead.size() == 1);
    CHECK(plan.launches[0].instead[0].legality.reductions.empty());
    CHECK(plan.launches[0].instead[0].distinct.size() == 1);
  }
}
