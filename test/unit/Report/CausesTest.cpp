#include "Report/Causes.h"

#include <catch2/catch.hpp>

using namespace clustrix::compiler;

namespace {

Reason reason(const std::string& code, const std::string& message, int line, int column = 1) {
  return {code, message, "", {"s.cpp", line, column}, {}};
}

LoopReport loop(Mapped mapped, std::vector<Reason> reasons, int parent = -1) {
  LoopReport loop;
  loop.mapped = mapped;
  loop.parallel = mapped != Mapped::Host;
  loop.parent = parent;
  loop.reasons = std::move(reasons);
  return loop;
}

FunctionReport function(std::vector<LoopReport> loops) { return {"f", {"s.cpp", 1, 1}, {}, std::move(loops)}; }

bool isSerial(const LoopReport& loop) { return loop.mapped == Mapped::Host; }

/// `code message places loops...`
std::vector<std::string> told(const std::vector<Cause>& causes) {
  std::vector<std::string> all;
  for (const Cause& cause : causes) {
    all.push_back(cause.reason->code + " " + cause.reason->message + " " + std::to_string(cause.places));
    for (const std::size_t loop : cause.loops) all.back() += " " + std::to_string(loop);
  }
  return all;
}

using Told = std::vector<std::string>;

}  // namespace

TEST_CASE("what has one id is one cause, or what says the same") {
  const FunctionReport its = function({loop(
      Mapped::Host, {reason("effect.call", "f", 3), reason("effect.call", "f", 4), reason("effect.call", "g", 5)})});
  CHECK(told(causesOf(its, 0, Causes::ById)) == Told{"effect.call f 3 0"});
  CHECK(told(causesOf(its, 0, Causes::ByMessage)) == Told{"effect.call f 2 0", "effect.call g 1 0"});
}

TEST_CASE("what is not known of a place since something else is in the way there is no cause") {
  const FunctionReport its = function(
      {loop(Mapped::Host, {reason("loop.uncounted", "range", 2), reason("effect.call", "f", 3, 7),
                           reason("effect.pointer-unknown", "p", 3, 7), reason("effect.iterator", "walk", 2, 9)})});
  CHECK(told(causesOf(its, 0, Causes::ByMessage)) == Told{"loop.uncounted range 1 0", "effect.call f 1 0"});
  const FunctionReport alone = function({loop(Mapped::Host, {reason("effect.iterator", "walk", 2, 9)})});
  CHECK(told(causesOf(alone, 0, Causes::ById)) == Told{"effect.iterator walk 1 0"});
}

TEST_CASE("one cause may stand in the way of several loops") {
  const FunctionReport its = function({loop(Mapped::Host, {reason("effect.call", "f", 3)}),
                                       loop(Mapped::Host, {reason("effect.call", "f", 3)}, 0),
                                       loop(Mapped::Host, {reason("effect.call", "f", 9)})});
  CHECK(told(commonCauses(its, Causes::ById, isSerial)) == Told{"effect.call f 1 0 1", "effect.call f 1 2"});
}

TEST_CASE("a loop around launched ones has one cause") {
  const std::vector<Reason> two{reason("effect.call", "f", 3), reason("effect.io", "g", 4)};
  const FunctionReport its = function(
      {loop(Mapped::Host, two), loop(Mapped::Host, two, 0), loop(Mapped::Cpu, {}, 1), loop(Mapped::Host, two)});
  CHECK(aroundLaunches(its) == std::vector<bool>{true, true, false, false});
  const std::vector<Cause> causes = commonCauses(its, Causes::ById, isSerial);
  CHECK(told(causes) == Told{"effect.call f 1 0 1 3", "effect.io g 1 3"});
  CHECK_FALSE(causes[0].onlyAround);
  FunctionReport nest = its;
  nest.loops.pop_back();
  CHECK(commonCauses(nest, Causes::ById, isSerial).at(0).onlyAround);
}

TEST_CASE("totals say where the loops run, those in kernels with the loop around them") {
  Report report;
  report.functions.push_back(
      function({loop(Mapped::Devices, {}), loop(Mapped::Threads, {}, 0), loop(Mapped::Sequential, {}, 1),
                loop(Mapped::Cpu, {reason("plan.host-only", "h", 1)}),
                loop(Mapped::Host, {reason("effect.io", "i", 1), reason("effect.call", "c", 1)}),
                loop(Mapped::Host, {reason("effect.io", "i", 1)})}));
  CHECK(totals(report) ==
        "6 loops in 1 function: 3 on devices, 1 on the host's threads alone, 2 serial; the commonest reasons: "
        "effect.io 2, plan.host-only 1");
  CHECK(totals(Report()) == "0 loops in 0 functions: 0 on devices, 0 on the host's threads alone, 0 serial");
}
