#include "Sites.h"

#include <catch2/catch.hpp>

using namespace clustrix::compiler;
using namespace clustrix::compiler::test;

namespace {

/// `for (k < rows) for (i < n) a[k * n + i] = ...`, as the frontend tells it.
Function nest(std::optional<int> rows = std::nullopt, std::optional<int> columns = std::nullopt) {
  Function f;
  f.unit.functions[0].hostCode.problem = "";
  f.unit.text = "for (;;) { for (;;) work(); }";
  Builder b;
  const Value r = rows ? Value(*rows) : b.parameter("rows"), n = columns ? Value(*columns) : b.parameter("n");
  const Value k = b.loop("k", r), i = b.loop("i", n);
  b.write(b.array("a"), k * 1000 + i);
  b.model.work = {{{0, 1}, 3}};
  f.loop(b.model, true, 0, f.unit.text.size());
  Builder inside;
  const Value m = columns ? Value(*columns) : inside.parameter("n"), row = inside.parameter("k");
  const Value j = inside.loop("i", m);
  inside.write(inside.array("a"), row * 1000 + j);
  f.loop(inside.model, true, 11, f.unit.text.size() - 2, 0);
  f.unit.functions[0].loops[1].fillsParent = true;
  for (std::size_t l = 0; l < 2; ++l)
    for (NestedLoop& loop : f.model(l).loops) loop.at = {"f.cpp", loop.variable == "k" ? 1 : 2, 1};
  return f;
}

bool hasInner(const Function& f) {
  const FunctionPlan plan = f.planned();
  REQUIRE(plan.launches.size() == 1);
  CHECK(plan.loops[1].mapped == Mapped::Sequential);
  return !plan.launches[0].inner.empty();
}

}  // namespace

TEST_CASE("a loop that is all of the body of a launched one is a second way to divide the nest") {
  const FunctionPlan plan = nest().planned();
  REQUIRE(plan.launches[0].inner.size() == 1);
  const Launch& inner = plan.launches[0].inner[0];
  CHECK(inner.loop == 1);
  CHECK(inner.footprint.size() == 1);
  CHECK(inner.resident);
  CHECK(inner.inner.empty());
}

TEST_CASE("loops of constant lengths are compared before they run") {
  CHECK(hasInner(nest(3, 1000)));
  CHECK(hasInner(nest(1000)));
  CHECK_FALSE(hasInner(nest(1024)));
  CHECK_FALSE(hasInner(nest(std::nullopt, 15)));
  CHECK_FALSE(hasInner(nest(100, 100)));
}

TEST_CASE("a nest that leaves a result behind has one way only") {
  for (const std::size_t loop : {0, 1}) {
    Function f = nest();
    Reduction sum;
    sum.scalar = 0;
    ScalarState scalar;
    scalar.name = scalar.expression = "sum";
    scalar.arithmetic = scalar.floating = true;
    f.model(loop).scalars = {scalar};
    Capture capture;
    capture.kind = Capture::Scalar;
    capture.name = "sum";
    capture.scalar = 0;
    f.model(loop).kernel.captures = {capture};
    f.verdict(loop).reductions = {sum};
    CHECK_FALSE(hasInner(f));
  }
  Function last = nest();
  last.verdict(1).privates = {{.scalar = 0, .lastValue = true}};
  CHECK_FALSE(hasInner(last));
  Function search = nest();
  search.verdict(1).form = Form::Search;
  CHECK_FALSE(hasInner(search));
}

TEST_CASE("the inner loop has to be legal, and the host code between its launches to be known") {
  Function serial = nest();
  serial.verdict(1).parallel = false;
  CHECK_FALSE(hasInner(serial));
  Function labels = nest();
  labels.unit.functions[0].hostCode.problem = "a jump to a label";
  CHECK_FALSE(hasInner(labels));
  Function beside = nest();
  beside.unit.functions[0].loops[1].fillsParent = false;
  CHECK_FALSE(hasInner(beside));
  Function instantiated = nest();
  instantiated.unit.functions[0].loops[1].otherInstantiations = {instantiated.model(1)};
  CHECK_FALSE(hasInner(instantiated));
}

TEST_CASE("a variable of the nest that memory reaches keeps it one launch") {
  Function f = nest();
  f.model(0).kernel.variable = {};
  f.model(0).kernel.finalVariable = "k";
  CHECK_FALSE(hasInner(f));
  f.unit.functions[0].hostCode.registers = {"k"};
  CHECK(hasInner(f));
}

TEST_CASE("the plan tells of the second way") {
  const Function f = nest();
  const std::string text = print(plan(f.unit, f.verdicts, {}), f.unit);
  CHECK(text.find("or f.cpp:11:3 in each iteration, where there are few") != std::string::npos);
}
