#include "Plan/Residency.h"

#include "Sites.h"

#include <catch2/catch.hpp>

using namespace clustrix::compiler;
using namespace clustrix::compiler::test;

namespace {

HostNode code(std::size_t begin, HostEffect touch, bool sole = false) {
  HostNode node;
  node.kind = HostNode::Code;
  node.begin = begin;
  node.end = begin + 5;
  node.touch = std::move(touch);
  node.sole = sole;
  return node;
}
HostNode loopNode(int loop, std::size_t begin, std::vector<HostNode> children = {}) {
  HostNode node;
  node.kind = HostNode::Loop;
  node.loop = loop;
  node.begin = begin;
  node.end = begin + 10;
  HostNode body;
  body.children = std::move(children);
  node.children.push_back(std::move(body));
  return node;
}
HostNode group(HostNode::Kind kind, std::vector<HostNode> children) {
  HostNode node;
  node.kind = kind;
  node.children = std::move(children);
  return node;
}
HostNode lifetime(std::size_t at, bool frees = false) {
  HostNode node = group(HostNode::Lifetime, {});
  node.begin = node.end = at;
  node.touch.anything = frees;
  return node;
}

const HostEffect anything{true, {}, {}, -1};
const HostEffect readsB{false, {"b[0]"}, {}, -1};
HostEffect lends(int function) { return {false, {}, {}, function}; }

void say(Function& f, std::vector<HostNode> body) {
  f.unit.functions[0].hostCode.problem = "";
  f.unit.functions[0].hostCode.body.children = std::move(body);
}

std::string marks(const FunctionPlan& plan) {
  std::string text;
  for (const HostMark& mark : plan.residency.marks) {
    text += (text.empty() ? "" : ", ") + std::to_string(mark.begin);
    if (mark.kind == HostMark::Lifetime)
      text += " lifetime";
    else
      text += mark.touch.anything ? " host" : mark.touch.lends >= 0 ? " lends" : " reads";
  }
  return text;
}

/// Two launches next to each other, at 10 and at 50.
Function twoLoops() {
  Function f;
  f.loop(simpleLoop(), true, 10, 20);
  f.loop(simpleLoop(), true, 50, 60);
  return f;
}

}  // namespace

TEST_CASE("arrays stay where there is another launch, and where there is none those that the program keeps") {
  Function two = twoLoops();
  say(two, {loopNode(0, 10), loopNode(1, 50)});
  CHECK(two.planned().residency.present);
  CHECK_FALSE(two.planned().residency.brief);
  CHECK(two.planned().launches[0].resident);

  Function one;
  one.loop(simpleLoop(), true, 10, 20);
  say(one, {loopNode(0, 10)});
  CHECK(one.planned().residency.present);
  CHECK(one.planned().residency.brief);
  CHECK(one.planned().launches[0].resident);
  // Two passes want all at home.
  one.verdict(0).form = Form::Scan;
  CHECK_FALSE(one.planned().residency.present);
  CHECK_FALSE(one.planned().launches[0].resident);

  Function again;
  again.loop(simpleLoop(), false, 10, 90);
  again.loop(simpleLoop(), true, 20, 40, 0);
  say(again, {loopNode(0, 10, {loopNode(1, 20)})});
  CHECK(again.planned().residency.present);
  CHECK_FALSE(again.planned().residency.brief);

  Function untold = twoLoops();
  CHECK_FALSE(untold.planned().residency.present);
}

TEST_CASE("a mark stands where something may be on the devices, and once is enough") {
  Function f = twoLoops();
  say(f, {code(1, anything), loopNode(0, 10), code(30, readsB), code(36, anything), code(42, anything), loopNode(1, 50),
          code(70, {}), code(76, anything)});
  CHECK(marks(f.planned()) == "1 host, 30 reads, 36 host, 76 host");
}

TEST_CASE("a branch that brings everything home says nothing of the other one") {
  Function f = twoLoops();
  say(f, {loopNode(0, 10), group(HostNode::Choice, {group(HostNode::Sequence, {code(30, anything)}), HostNode{}}),
          code(40, anything), loopNode(1, 50)});
  CHECK(marks(f.planned()) == "30 host, 40 host");
  say(f, {loopNode(0, 10),
          group(HostNode::Choice,
                {group(HostNode::Sequence, {code(30, anything)}), group(HostNode::Sequence, {code(35, anything)})}),
          code(40, anything), loopNode(1, 50)});
  CHECK(marks(f.planned()) == "30 host, 35 host");
}

TEST_CASE("what is jumped to may come from behind a launch") {
  Function f = twoLoops();
  // A handler: whatever brought everything home in front of it may have been left out.
  say(f, {group(HostNode::Jumps, {group(HostNode::Sequence, {code(5, anything), loopNode(0, 10), code(30, anything)}),
                                  group(HostNode::Sequence, {code(40, anything)})}),
          code(45, anything), loopNode(1, 50)});
  CHECK(marks(f.planned()) == "5 host, 30 host, 40 host, 45 host");
}

TEST_CASE("a loop without launches gets one mark in front of it") {
  Function f = twoLoops();
  f.loop(simpleLoop(), false, 30, 40);
  say(f, {loopNode(0, 10), loopNode(2, 30, {code(31, readsB), code(37, readsB)}), code(44, anything), loopNode(1, 50)});
  CHECK(marks(f.planned()) == "30 host");
  say(f, {loopNode(0, 10), loopNode(2, 30, {code(31, {})}), loopNode(1, 50)});
  CHECK(marks(f.planned()).empty());
}

TEST_CASE("host code of a loop comes behind its own launches") {
  Function f;
  f.loop(simpleLoop(), false, 10, 90);
  f.loop(simpleLoop(), true, 40, 60, 0);
  say(f, {code(1, anything), loopNode(0, 10, {code(20, anything), loopNode(1, 40)}), code(95, readsB)});
  CHECK(marks(f.planned()) == "1 host, 20 host, 95 reads");
}

TEST_CASE("a lifetime is told where a launch can reach the variable, or its end free something else") {
  Function f = twoLoops();
  say(f, {lifetime(5), loopNode(0, 10), group(HostNode::Sequence, {lifetime(30)}),
          group(HostNode::Sequence, {lifetime(35, true)}), loopNode(1, 50), lifetime(70)});
  CHECK(marks(f.planned()) == "5 lifetime, 35 lifetime");
}

TEST_CASE("a launch in the middle of a statement stays when the statement does nothing else") {
  Function f = twoLoops();
  HostNode value = code(9, {});
  value.embedded = {0};
  say(f, {value, loopNode(1, 50)});
  CHECK(f.planned().launches[0].resident);
  value.touch = readsB;
  say(f, {value, loopNode(1, 50)});
  CHECK_FALSE(f.planned().launches[0].resident);
  CHECK(f.planned().launches[1].resident);
}

TEST_CASE("loops that bring their own results home leave nothing to mark") {
  Function f;
  f.loop(simpleLoop(), true, 10, 20);
  f.model(0).kernel.needsIteration = true;  // what follows a pointer is only known where there is an iteration
  say(f, {loopNode(0, 10), code(70, anything)});
  const FunctionPlan plan = f.planned();
  REQUIRE(plan.launches.size() == 1);
  CHECK_FALSE(plan.launches[0].resident);
  CHECK_FALSE(plan.residency.present);
  CHECK(marks(plan).empty());
}

TEST_CASE("a launch's block tells of the numbers in memory that it reads and writes") {
  Function f = twoLoops();
  f.model(1).memoryScalars = {{"p->x", "p->x", {}}, {"p", "p", {}}, {"n", "n", {}}, {"v", "v", {}, true}};
  f.unit.functions[0].hostCode.registers = {"n"};
  say(f, {loopNode(0, 10), loopNode(1, 50)});
  const FunctionPlan plan = f.planned();
  REQUIRE(plan.launches.size() == 2);
  CHECK(plan.launches[0].before.nothing());
  CHECK(plan.launches[1].before.reads == std::vector<std::string>{"p", "p->x"});
}

TEST_CASE("functions lend to those that come to a launch") {
  Function f;
  f.loop(simpleLoop(), true, 10, 20);
  say(f, {code(1, anything), loopNode(0, 10)});
  // A function without loops that lends to the one, and one that calls a function without launches.
  AnnotatedFunction caller = f.unit.functions[0], idle = f.unit.functions[0], last = f.unit.functions[0];
  caller.loops.clear();
  caller.hostCode.body.children = {code(101, lends(0)), code(107, lends(2)), code(113, anything)};
  idle.loops.clear();
  idle.hostCode.body.children = {code(121, readsB)};
  last.loops.clear();
  last.hostCode.body.children = {code(131, lends(3))};
  f.unit.functions.insert(f.unit.functions.end(), {caller, idle, last});
  f.verdicts.resize(4);
  const ClusterPlan plan = clustrix::compiler::plan(f.unit, f.verdicts, {});
  CHECK(plan.functions[0].residency.present);
  CHECK_FALSE(plan.functions[0].residency.brief);
  CHECK(marks(plan.functions[0]) == "1 host");  // the caller's arrays are on the devices
  CHECK(plan.functions[1].residency.present);
  CHECK(marks(plan.functions[1]) == "101 lends, 107 host");
  CHECK_FALSE(plan.functions[2].residency.present);
  CHECK_FALSE(plan.functions[3].residency.present);  // only itself
}

TEST_CASE("what the head of a launched loop reads is current on the host before its block counts the iterations") {
  Function f = twoLoops();
  HostNode test = code(55, readsB);
  test.expression = true;
  HostNode counted = loopNode(1, 50);
  counted.children[0].children = {test};
  say(f, {loopNode(0, 10), counted});
  CHECK(f.planned().launches[1].before.reads == std::vector<std::string>{"b[0]"});

  // A place that only the loop can name, or a call: everything, where the count may be an element.
  for (const HostEffect& touch : {HostEffect{false, {"b[i]"}, {}, -1}, anything}) {
    counted.children[0].children[0].touch = touch;
    say(f, {loopNode(0, 10), counted});
    CHECK(f.planned().launches[1].before.nothing());
    f.model(1).symbols[0].mayRead = true;
    CHECK(f.planned().launches[1].before.anything);
    f.model(1).symbols[0].mayRead = false;
    CHECK(f.planned().launches[1].before.nothing());
  }
}

TEST_CASE("the other way round, a nest stays where it stays as it is") {
  for (const bool stays : {false, true}) {
    Function f = twoLoops();
    f.model(1).kernel.needsIteration = !stays;
    f.model(1).memoryScalars = {{"p->x", "p->x", {}}};
    say(f, {loopNode(0, 10), loopNode(1, 50)});
    ClusterPlan plan = clustrix::compiler::plan(f.unit, f.verdicts, {});
    std::vector<Launch>& launches = plan.functions[0].launches;
    REQUIRE(launches.size() == 2);
    launches[1].instead.emplace_back();
    planResidency(f.unit, plan);
    const Launch& other = launches[1].instead[0];
    CHECK(other.resident == stays);
    CHECK(other.before.anything == !stays);
    CHECK(other.before.reads == launches[1].before.reads);
  }
}

TEST_CASE("a function of which nothing stays on devices begins with all at home, where the host touches memory") {
  const auto home = [](bool parallel, std::vector<HostNode> body) {
    Function f;
    f.loop(simpleLoop(), parallel, 10, 20);
    f.unit.functions[0].hostCode.begin = 5;
    say(f, std::move(body));
    const FunctionPlan plan = f.planned();
    return plan.residency.home && !plan.residency.present;
  };
  HostNode reading = loopNode(0, 10, {code(12, readsB)});
  CHECK(home(false, {reading}));
  CHECK(home(false, {loopNode(0, 10), code(30, anything)}));
  CHECK_FALSE(home(false, {loopNode(0, 10)}));
  CHECK_FALSE(home(true, {loopNode(0, 10)}));
  CHECK_FALSE(home(true, {reading}));
}

TEST_CASE("where nothing is told of the host code it may touch memory, and without a loop there is nothing to do") {
  Function f;
  f.loop(simpleLoop(), false, 10, 20);
  f.unit.functions[0].hostCode.begin = 5;
  f.unit.functions[0].hostCode.problem = "a jump to a label";
  CHECK(f.planned().residency.home);
  f.unit.functions[0].hostCode.begin = 0;
  CHECK_FALSE(f.planned().residency.home);
  Function none;
  none.unit.functions[0].hostCode.begin = 5;
  say(none, {code(12, readsB)});
  CHECK_FALSE(none.planned().residency.home);
}
