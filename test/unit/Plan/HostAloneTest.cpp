#include "Plan/HostAlone.h"

#include "Sites.h"

#include <catch2/catch.hpp>

using namespace clustrix::compiler;
using namespace clustrix::compiler::test;

namespace {

Function oneLoop() {
  Function f;
  f.loop(simpleLoop(), true, 10, 90);
  return f;
}

/// `cpu`, and why.
void checkAlone(const Function& f, const std::string& code, const std::string& message) {
  const ClusterPlan all = plan(f.unit, f.verdicts, {});
  const FunctionPlan& its = all.functions[0];
  CHECK(its.loops[0].mapped == Mapped::Cpu);
  REQUIRE(its.launches.size() == 1);
  REQUIRE(its.launches[0].hostAlone);
  CHECK_FALSE(its.launches[0].inPlace);
  const LoopReport loop = report(all, f.unit).functions[0].loops[0];
  REQUIRE(loop.reasons.size() == 1);
  CHECK(loop.parallel);
  CHECK(loop.reasons[0].code == code);
  CHECK(loop.reasons[0].message == message);
}

}  // namespace

TEST_CASE("a body that no GPU can run is the host's threads', for the reason that the call has") {
  Function f = oneLoop();
  f.model(0).kernel.hostCalls = {{"plan.host-only", "'half' computes with long double", "", {"f.cpp", 12, 5}}};
  checkAlone(f, "plan.host-only", "'half' computes with long double");
}

TEST_CASE("a call of another instantiation keeps the loop on the host as well") {
  Function f = oneLoop();
  LoopModel other = f.model(0);
  other.kernel.hostCalls = {{"plan.host-only", "no", "", {"f.cpp", 12, 5}}};
  f.unit.functions[0].loops[0].otherInstantiations = {other};
  checkAlone(f, "plan.host-only", "no");
}

TEST_CASE("an attribute may keep loops off the devices") {
  Function f = oneLoop();
  f.unit.functions[0].options.autoGpuParallel = false;
  checkAlone(f, "plan.options", "the function's attribute says auto_gpu_parallel = false");
}

TEST_CASE("an attribute that forbids devices and threads leaves the loop as written") {
  Function f = oneLoop();
  f.unit.functions[0].options.autoGpuParallel = false;
  f.unit.functions[0].options.parallel = false;
  const FunctionPlan its = f.planned();
  CHECK(its.loops[0].mapped == Mapped::Host);
  CHECK(its.launches.empty());
  CHECK(its.loops[0].legality.parallel);
  CHECK(its.loops[0].legality.reasons.size() == 2);
}

TEST_CASE("an attribute that forbids threads alone leaves the devices") {
  Function f = oneLoop();
  f.unit.functions[0].options.parallel = false;
  CHECK(f.planned().loops[0].mapped == Mapped::Devices);
}

TEST_CASE("what clustrix.yml says of devices is the run's to decide") {
  ClusterOptions defaults;
  defaults.gpus = 0;
  defaults.autoGpuParallel = false;
  CHECK(oneLoop().planned(defaults).loops[0].mapped == Mapped::Devices);
}

TEST_CASE("a loop over its complexity threshold is the host's threads', inner loops included") {
  Function f = oneLoop();
  f.loop(simpleLoop(), true, 20, 80, 0);
  f.model(0).branches = 10;
  f.unit.functions[0].options.complexityThreshold = 1;
  checkAlone(f, "plan.complexity", "its complexity is over the threshold: level 2, threshold 1");
  CHECK(f.planned().loops[1].mapped == Mapped::Sequential);
  f.unit.functions[0].options.complexityThreshold = 2;
  CHECK(f.planned().loops[0].mapped == Mapped::Devices);
}

TEST_CASE("loops for the host's threads alone are no reason to keep arrays on devices") {
  Function f = oneLoop();
  f.loop(simpleLoop(), true, 91, 99);
  CHECK_FALSE(f.planned().launches[0].hostAlone);
  f.unit.functions[0].options.autoGpuParallel = false;
  CHECK_FALSE(f.planned().residency.present);
}

TEST_CASE("what an iteration begins with, and a device's thread has no room for, leaves it to the host's threads") {
  Function f;
  Builder b;
  const Value n = b.parameter("n"), i = b.loop("i", n), j = b.loop("j", 9000);
  const ArrayId work = b.array("work", 8, "9000");
  b.model.arrays[work.value].extentValue = Polynomial(9000);
  b.model.arrays[work.value].ownType = "double[9000]";
  b.write(work, j);
  f.loop(b.model, true, 10, 90);
  f.verdict(0).privateArrays = {{work, false, true}};
  checkAlone(f, "plan.private-array",
             "arrays of an iteration's own, such as 'work', are more than a device's thread has room for");
  f.verdict(0).privateArrays = {{work}};  // its thread has a workspace
  CHECK(f.planned().loops[0].mapped == Mapped::Devices);
  f.verdict(0).privateArrays = {{work, false, true}};
  f.model(0).arrays[work.value].extentValue = Polynomial(8000);
  CHECK(f.planned().loops[0].mapped == Mapped::Devices);
}

TEST_CASE("where sums keep the order of the source, objects are not combined") {
  LoopSite site;
  site.model.objectReductions = {{"acc", "acc", "at::Tensor", "clustrix::libtorch::Sum", {}}};
  ClusterOptions options;
  CHECK_FALSE(keptInOrder(options, site, {}));
  options.math = Math::Strict;
  CHECK(keptInOrder(options, site, {})->message.find("`acc` would be added up in another order") != std::string::npos);
}

TEST_CASE("where sums keep the order of the source, loops that add up floating-point numbers are run as written") {
  const auto isKept = [](bool floating, UpdateOperator op, std::optional<Math> math) {
    LoopSite site;
    ScalarState& sum = site.model.scalars.emplace_back();
    sum.name = "sum";
    sum.floating = floating;
    ArrayObject& array = site.model.arrays.emplace_back();
    array.name = "bins";
    array.floating = floating;
    Reduction ofScalar, ofArray;
    ofScalar.op = ofArray.op = op;
    ofScalar.scalar = 0;
    ofArray.array = ArrayId{0};
    ClusterOptions options;
    options.math = math;
    const auto why = [&](const Reduction& reduction) {
      Legality legality;
      legality.reductions = {reduction};
      const auto reason = keptInOrder(options, site, legality);
      return reason ? reason->message.substr(0, reason->message.find(" would")) : "";
    };
    const bool kept = why(ofScalar) == "math = \"strict\", and `sum`";
    CHECK(kept == (why(ofArray) == "math = \"strict\", and `bins`"));
    CHECK(kept == !why(ofScalar).empty());
    return kept;
  };
  CHECK(isKept(true, UpdateOperator::Add, Math::Strict));
  CHECK(isKept(true, UpdateOperator::Multiply, Math::Strict));
  CHECK_FALSE(isKept(true, UpdateOperator::Max, Math::Strict));
  CHECK_FALSE(isKept(false, UpdateOperator::Add, Math::Strict));
  CHECK_FALSE(isKept(true, UpdateOperator::Add, Math::Exact));
  CHECK_FALSE(isKept(true, UpdateOperator::Add, std::nullopt));
}
