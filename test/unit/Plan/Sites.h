// Functions of a few loops by hand, whose text is of no interest beyond its length.
#pragma once

#include "../Analysis/Builder.h"

#include "clustrix/Plan.h"

namespace clustrix::compiler::test {

struct Function {
  SourceUnit unit;
  std::vector<std::vector<Legality>> verdicts{{}};

  Function() {
    unit.path = "f.cpp";
    unit.text = std::string(100, ' ') + "\n" + std::string(1000, ' ');
    unit.functions.emplace_back();
    unit.functions[0].name = "f";
    unit.functions[0].at = {"f.cpp", 1, 6};
  }

  /// A loop whose text is [begin, end).
  void loop(const LoopModel& model, bool parallel, std::size_t begin, std::size_t end, int parent = -1) {
    LoopSite site;
    site.model = model;
    site.model.kernel.header = "for (int i = 0; i < n; ++i)";
    site.model.kernel.body = {{BodyPiece::Text, "a[i] = 0;", -1}};
    site.model.kernel.variable = {"int", "i"};
    site.begin = begin;
    site.end = end;
    site.parent = parent;
    site.depth = parent < 0 ? 0 : unit.functions[0].loops[static_cast<std::size_t>(parent)].depth + 1;
    site.at = {"f.cpp", static_cast<int>(begin), 3};
    unit.functions[0].loops.push_back(site);
    Legality legality;
    legality.parallel = parallel;
    if (!parallel)
      legality.reasons.push_back(
          {.code = "dependence.flow", .message = "read again", .hint = "", .at = site.at, .other = std::nullopt});
    verdicts[0].push_back(legality);
  }
  Legality& verdict(std::size_t loop) { return verdicts[0][loop]; }
  LoopModel& model(std::size_t loop) { return unit.functions[0].loops[loop].model; }
  FunctionPlan planned(const ClusterOptions& defaults = {}) const {
    return plan(unit, verdicts, defaults).functions[0];
  }
};

/// `for (i < n) a[i] = ...`
inline LoopModel simpleLoop() {
  Builder b;
  const Value n = b.parameter("n"), i = b.loop("i", n);
  b.write(b.array("a"), i);
  return b.model;
}

}  // namespace clustrix::compiler::test
