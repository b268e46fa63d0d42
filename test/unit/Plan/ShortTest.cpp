#include "Plan/Short.h"

#include "Sites.h"

#include <catch2/catch.hpp>

using namespace clustrix::compiler;
using namespace clustrix::compiler::test;

namespace {

/// `for (i < trips) for (j < inner) a[...] = ...` of `operations` in the innermost loop.
LoopModel nest(int trips, std::optional<int> inner, int operations) {
  Builder b;
  const Value i = b.loop("i", trips);
  std::vector<int> loops{0};
  if (inner) {
    const Value j = b.loop("j", *inner);
    b.write(b.array("a"), i * 100 + j);
    loops.push_back(1);
  } else {
    b.write(b.array("a"), i);
  }
  b.model.work = {{loops, operations}};
  return b.model;
}

/// How a function's one loop is mapped.
Mapped mapped(const LoopModel& model) {
  Function f;
  f.loop(model, true, 10, 90);
  return f.planned().loops[0].mapped;
}

/// A function of one loop beside that of `f`, which lends to it where `lends` says so.
void addFunction(Function& f, const LoopModel& model) {
  Function other;
  other.loop(model, true, 10, 90);
  f.unit.functions.push_back(other.unit.functions[0]);
  f.verdicts.push_back(other.verdicts[0]);
}

HostNode call(int function) {
  HostNode node;
  node.kind = HostNode::Code;
  node.begin = 2;
  node.end = 4;
  node.touch.lends = function;
  return node;
}

void say(AnnotatedFunction& function, std::vector<HostNode> body) {
  function.hostCode.problem = "";
  function.hostCode.body.children = std::move(body);
}

}  // namespace

TEST_CASE("a loop of few iterations, each of few operations, is left as written, with the reason") {
  Function f;
  f.loop(nest(8, {}, 3), true, 10, 90);
  const ClusterPlan all = plan(f.unit, f.verdicts, {});
  CHECK(all.functions[0].launches.empty());
  CHECK(all.functions[0].loops[0].mapped == Mapped::Host);
  const LoopReport loop = report(all, f.unit).functions[0].loops[0];
  CHECK(loop.parallel);
  REQUIRE(loop.reasons.size() == 1);
  CHECK(loop.reasons[0].code == "plan.too-short");
  CHECK(loop.reasons[0].message == "it has 8 iterations, which take less time than a launch");
}

TEST_CASE("iterations and operations decide, those of inner loops included") {
  CHECK(mapped(nest(32, {}, 32)) == Mapped::Host);
  CHECK(mapped(nest(33, {}, 1)) == Mapped::Devices);
  CHECK(mapped(nest(32, {}, 33)) == Mapped::Devices);
  CHECK(mapped(nest(5, 5, 40)) == Mapped::Host);
  CHECK(mapped(nest(5, 5, 41)) == Mapped::Devices);
  CHECK(mapped(nest(2, 1000000, 2000000000)) == Mapped::Devices);
  CHECK(mapped(simpleLoop()) == Mapped::Devices);
}

TEST_CASE(
    "a loop in it whose length is not in the text may take any time, and a function that it calls is part of it") {
  LoopModel unknown = nest(8, 4, 1);
  unknown.loops[1].trip.reset();
  CHECK(mapped(unknown) == Mapped::Devices);
  LoopModel calls = nest(8, {}, 1);
  calls.kernel.functions.emplace_back();
  CHECK(mapped(calls) == Mapped::Host);
}

TEST_CASE("what holds around a loop may tell how short it is") {
  const auto tells = [](std::int64_t end, const char* around) {
    LoopModel model = nest(8, {}, 1);
    Symbol p;
    p.kind = SymbolKind::Parameter;
    p.name = p.expression = "p";
    p.max = 1000;
    const Polynomial value = Polynomial::symbol(SymbolId{static_cast<int>(model.symbols.size())});
    model.symbols.push_back(p);
    model.loops[0].trip->distance = *subtract(Polynomial(end), value);
    if (around == std::string("p >= 0")) model.loops[0].constraints.push_back(value);
    if (around == std::string("p <= 7")) model.loops[0].constraints.push_back(*subtract(Polynomial(7), value));
    return mapped(model);
  };
  CHECK(tells(4, "p >= 0") == Mapped::Host);
  CHECK(tells(4, "") == Mapped::Devices);
  CHECK(tells(4, "p <= 7") == Mapped::Devices);
  CHECK(tells(400, "p >= 0") == Mapped::Devices);
}

TEST_CASE("a loop that stands for a remainder, in which no work is done, is as long as it likes") {
  LoopModel remainder = nest(8, 4, 1);
  remainder.loops[1].trip.reset();
  remainder.work = {{{0}, 3}};
  CHECK(mapped(remainder) == Mapped::Host);
}

TEST_CASE("loops inside one that is too short are told so") {
  Function f;
  f.loop(nest(5, 5, 3), true, 10, 90);
  f.loop(nest(5, {}, 3), true, 20, 80, 0);
  const ClusterPlan all = plan(f.unit, f.verdicts, {});
  CHECK(all.functions[0].loops[1].mapped == Mapped::Host);
  const LoopReport inner = report(all, f.unit).functions[0].loops[1];
  REQUIRE(inner.reasons.size() == 1);
  CHECK(inner.reasons[0].message == "it stays inside a loop that takes less time than a launch");
}

TEST_CASE("a short loop beside a long one is launched where the arrays are") {
  Function f;
  f.loop(nest(8, {}, 3), true, 10, 20);
  f.loop(simpleLoop(), true, 30, 90);
  CHECK(f.planned().launches.size() == 2);
}

TEST_CASE("a function that one with a long loop lends its arrays to keeps its short ones, any number of calls away") {
  Function f;
  f.loop(simpleLoop(), true, 10, 90);
  addFunction(f, nest(8, {}, 3));
  addFunction(f, nest(4, {}, 1));
  addFunction(f, nest(4, {}, 1));
  say(f.unit.functions[0], {call(1)});
  say(f.unit.functions[1], {call(2)});
  const ClusterPlan all = plan(f.unit, f.verdicts, {});
  CHECK(all.functions[1].launches.size() == 1);
  CHECK(all.functions[2].launches.size() == 1);
  CHECK(all.functions[3].launches.empty());
}

TEST_CASE("nothing is lent in a loop that is launched") {
  Function f;
  f.loop(simpleLoop(), true, 10, 90);
  addFunction(f, nest(8, {}, 3));
  HostNode loop;
  loop.kind = HostNode::Loop;
  loop.loop = 0;
  loop.children = {call(1)};
  say(f.unit.functions[0], {loop});
  CHECK(plan(f.unit, f.verdicts, {}).functions[1].launches.empty());
}
