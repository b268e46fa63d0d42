#include "Driver/Judging.h"

#include "FakeSource.h"

#include <catch2/catch.hpp>

using namespace clustrix::compiler;

namespace {

/// Every third function has a loop that stays serial, and every fifth has no loop.
SourceUnit unitOf(std::size_t functions) {
  SourceUnit unit = scaleUnit("scale.cpp");
  const AnnotatedFunction scale = unit.functions[0];
  unit.functions.assign(functions, scale);
  for (std::size_t f = 0; f < functions; ++f) {
    if (f % 3 == 0)
      unit.functions[f].loops[0].model.effects.push_back({"effect.io", "output", "", {"scale.cpp", 4, 5}, {}});
    if (f % 5 == 4) unit.functions[f].loops.clear();
  }
  return unit;
}

Verdicts heardBy(Judging& judging, const SourceUnit& unit) {
  for (const AnnotatedFunction& function : unit.functions) judging.whole(function);
  judging.end();
  return judging.verdicts();
}

}  // namespace

TEST_CASE("functions that are told of one by one have the verdicts that they have together, in their order") {
  for (const std::size_t count : {0, 1, 31, 32, 33, 500}) {
    const SourceUnit unit = unitOf(count);
    Judging judging;
    const Verdicts heard = heardBy(judging, unit), together = judge(unit, {}).verdicts;
    REQUIRE(heard.size() == count);
    for (std::size_t f = 0; f < count; ++f) {
      REQUIRE(heard[f].size() == together[f].size());
      for (std::size_t l = 0; l < heard[f].size(); ++l) CHECK(heard[f][l].parallel == together[f][l].parallel);
    }
  }
}

TEST_CASE("verdicts that are known are not asked for again") {
  const SourceUnit unit = unitOf(2);
  Verdicts known(2, std::vector<Legality>(1));
  known[1][0].reasons.push_back({.code = "test.known", .message = "", .hint = "", .at = {}, .other = std::nullopt});
  const Judgement judgement = judge(unit, {}, std::move(known));
  CHECK_FALSE(judgement.verdicts[1][0].parallel);  // it is parallel, and what is known says otherwise
  CHECK(judgement.verdicts[1][0].reasons[0].code == "test.known");
}
