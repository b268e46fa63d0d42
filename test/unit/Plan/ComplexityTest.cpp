#include "../Analysis/Builder.h"

#include "clustrix/Plan.h"

#include <catch2/catch.hpp>

using namespace clustrix::compiler;
using namespace clustrix::compiler::test;

namespace {

LoopSite site(const LoopModel& model, int parent = -1, int depth = 0) {
  LoopSite result;
  result.model = model;
  result.parent = parent;
  result.depth = depth;
  return result;
}

LoopModel copyLoop() {
  Builder b;
  const Value n = b.parameter("n"), i = b.loop("i", n);
  b.write(b.array("a"), i);
  b.read(b.array("b"), i);
  return b.model;
}

}  // namespace

TEST_CASE("a copy is of level 1 and the default threshold is 4") {
  AnnotatedFunction function;
  function.loops = {site(copyLoop())};
  const ComplexityReport report = complexity(function);
  CHECK(report.level == 1);
  CHECK(report.threshold == 4);
  CHECK(report.metrics.at("loops") == 1);
  CHECK(report.metrics.at("scattered") == 0);
}

TEST_CASE("a function without loops has the lowest score") {
  const ComplexityReport report = complexity(AnnotatedFunction{});
  CHECK(report.score == 0);
  CHECK(report.level == 1);
}

TEST_CASE("code that is added never lowers the score") {
  AnnotatedFunction function;
  function.loops = {site(copyLoop())};
  int last = complexity(function).score;
  const auto mustGrow = [&] {
    const int now = complexity(function).score;
    CHECK(now > last);
    last = now;
  };
  ++function.loops[0].model.branches;
  mustGrow();
  ++function.loops[0].model.calls;
  mustGrow();
  function.loops[0].model.scalars.emplace_back();
  mustGrow();
  function.loops[0].model.effects.push_back({"effect.io", "prints", "", {}});
  mustGrow();
  function.loops[0].model.accesses[0].index.reset();
  mustGrow();
  function.loops[0].model.loops.push_back(function.loops[0].model.loops[0]);
  mustGrow();
  function.loops[0].model.loops.back().parent = 0;
  mustGrow();
}

TEST_CASE("a function is as complex as the most complex of its loops, and a loop is judged by itself") {
  AnnotatedFunction function;
  LoopModel model = copyLoop();
  model.branches = 5;
  function.loops = {site(copyLoop()), site(model), site(model, 1, 1)};
  CHECK(complexity(function).metrics.at("branches") == 5);
  CHECK(complexity(function).score == complexity(model, 4).score);
  CHECK(complexity(function.loops[0].model, 4).score == 2);
}

TEST_CASE("products of counters and data-dependent subscripts are scattered, parametric strides are not") {
  Builder b;
  const Value n = b.parameter("n"), i = b.loop("i", n), j = b.loop("j", n);
  b.read(b.array("even"), i * n + j);
  const ArrayId product = b.array("product"), data = b.array("data");
  b.read(product, i * j);
  b.read(data, b.opaque("x"));
  b.read(data, b.opaque("y"));
  AnnotatedFunction function;
  function.loops = {site(b.model)};
  CHECK(complexity(function).metrics.at("scattered") == 2);
}

TEST_CASE("much code reaches level 5") {
  AnnotatedFunction function;
  LoopModel model = copyLoop();
  model.branches = 100;
  function.loops = {site(model)};
  CHECK(complexity(function).level == 5);
}

TEST_CASE("the attribute sets the threshold") {
  AnnotatedFunction function;
  function.options.complexityThreshold = 2;
  CHECK(complexity(function).threshold == 2);
}

TEST_CASE("a short loop inside, of always as many iterations, is arithmetic that could be written out") {
  const auto loops = [](const Value& trips) {
    Builder b;
    const Value n = b.parameter("n"), i = b.loop("i", n), j = b.loop("j", trips);
    b.write(b.array("a"), i * 100 + j);
    return complexity(b.model, 4).metrics;
  };
  CHECK(loops(32).at("loops") == 1);
  CHECK(loops(32).at("nesting") == 0);
  CHECK(loops(33).at("loops") == 2);
  CHECK(loops(33).at("nesting") == 1);
  Builder alone;
  alone.write(alone.array("a"), alone.loop("i", 5));
  CHECK(complexity(alone.model, 4).metrics.at("loops") == 1);
}
