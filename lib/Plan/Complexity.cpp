// The complexity score: a sum of counts, each of which can only grow when code is added. See docs/complexity.md.
#include "clustrix/Plan.h"

#include <algorithm>
#include <array>

namespace clustrix::compiler {
namespace {

struct Weight {
  const char* metric;
  int points;
};
constexpr std::array weights{
    Weight{"loops", 2},     Weight{"nesting", 2}, Weight{"branches", 2}, Weight{"calls", 2},
    Weight{"scattered", 3}, Weight{"state", 1},   Weight{"effects", 4},
};
/// The lowest score of levels 2, 3, 4 and 5.
constexpr std::array levelStarts{12, 30, 70, 150};

constexpr int defaultThreshold = 4;

/// A subscript that is no affine expression of the counters once the parameters are numbers.
bool isScattered(const Access& access, const LoopModel& model) {
  if (!access.index) return true;
  const auto isVariable = [&](SymbolId id) {
    return model.symbols[static_cast<std::size_t>(id.value)].kind != SymbolKind::Parameter;
  };
  for (const auto& [monomial, coefficient] : access.index->terms())
    if (std::count_if(monomial.begin(), monomial.end(), isVariable) > 1) return true;
  return access.index->mentionsAny(
      [&](SymbolId id) { return model.symbols[static_cast<std::size_t>(id.value)].kind == SymbolKind::Opaque; });
}

/// A model holds all that happens inside its loop: the outermost ones hold everything once.
void addModel(const LoopModel& model, std::map<std::string, int>& metrics) {
  metrics["branches"] += model.branches;
  metrics["calls"] += model.calls;
  metrics["state"] += static_cast<int>(model.scalars.size());
  metrics["effects"] += static_cast<int>(model.effects.size());
  metrics["scattered"] += static_cast<int>(std::count_if(model.accesses.begin(), model.accesses.end(),
                                                         [&](const Access& a) { return isScattered(a, model); }));
}

int levelOf(int score) {
  return 1 + static_cast<int>(
                 std::count_if(levelStarts.begin(), levelStarts.end(), [score](int start) { return score >= start; }));
}

}  // namespace

ComplexityReport complexity(const AnnotatedFunction& function) {
  ComplexityReport report;
  report.threshold = function.options.complexityThreshold.value_or(defaultThreshold);
  for (const Weight& weight : weights) report.metrics[weight.metric] = 0;
  report.metrics["loops"] = static_cast<int>(function.loops.size());
  for (const LoopSite& site : function.loops) {
    // A loop in a loop counts for each of the loops around it.
    report.metrics["nesting"] += site.depth;
    if (site.parent < 0) addModel(site.model, report.metrics);
  }
  for (const Weight& weight : weights) report.score += weight.points * report.metrics[weight.metric];
  report.level = levelOf(report.score);
  return report;
}

}  // namespace clustrix::compiler
