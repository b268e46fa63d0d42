#include "Driver/Judging.h"

#include "FakeSource.h"

#include <catch2/catch.hpp>

using namespace clustrix::compiler;

namespace {

/// `count` functions, every third of which prints.
SourceUnit unitOf(std::size_t count) {
  SourceUnit unit = scaleUnit("scale.cpp");
  unit.functions.resize(count, unit.functions[0]);
  for (std::size_t f = 0; f < count; f += 3)
    unit.functions[f].loops[0].model.effects.push_back({"effect.io", "output", "", {"scale.cpp", 4, 5}, {}});
  return unit;
}

std::vector<bool> parallel(const Verdicts& verdicts) {
  std::vector<bool> result;
  for (const auto& function : verdicts) result.push_back(function.at(0).parallel);
  return result;
}

}  // namespace

TEST_CASE("functions judged while others are still to come have the verdicts of a whole source") {
  const SourceUnit unit = unitOf(200);
  Judging judging;
  for (const AnnotatedFunction& function : unit.functions) judging.add(function, unit.functions.size());
  const Verdicts early = judging.finish();
  if (early.empty()) return;  // a machine with one processor
  CHECK(parallel(early) == parallel(judge(unit, {}).verdicts));
  CHECK(parallel(judge(unit, {}, early).verdicts) == parallel(early));
}

TEST_CASE("a few functions wait for the whole source") {
  const SourceUnit unit = unitOf(5);
  Judging judging;
  for (const AnnotatedFunction& function : unit.functions) judging.add(function, unit.functions.size());
  CHECK(judging.finish().empty());
  CHECK(Judging().finish().empty());
}

TEST_CASE("judging that nobody asks for ends") {
  const SourceUnit unit = unitOf(100);
  Judging judging;
  for (std::size_t f = 0; f < 50; ++f) judging.add(unit.functions[f], unit.functions.size());
}
