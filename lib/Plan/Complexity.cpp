// The complexity score: a sum of counts, each of which can only grow when code is added. See docs/complexity.md.
#include "clustrix/Plan.h"

#include "Plan/InnerLaunch.h"

#include <algorithm>
#include <array>
#include <set>
#include <utility>

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

/// Loops around a loop of the nest.
int depthOf(const LoopModel& model, int loop) {
  int depth = 0;
  while ((loop = model.loops[static_cast<std::size_t>(loop)].parent) >= 0) ++depth;
  return depth;
}

/// `for (m < 5)` inside: arithmetic that could as well be written out.
bool isWrittenOut(const NestedLoop& loop) {
  constexpr std::int64_t few = 32;
  const auto trips = constantTrips(loop);
  return loop.parent >= 0 && trips && *trips <= few;
}

/// Arrays that are read or written so: many elements through one list are one such pattern.
int scatteredArrays(const LoopModel& model) {
  std::set<int> arrays;
  for (const Access& access : model.accesses)
    if (isScattered(access, model)) arrays.insert(access.array.value);
  return static_cast<int>(arrays.size());
}

int levelOf(int score) {
  return 1 + static_cast<int>(
                 std::count_if(levelStarts.begin(), levelStarts.end(), [score](int start) { return score >= start; }));
}

}  // namespace

ComplexityReport complexity(const LoopModel& loop, int threshold) {
  ComplexityReport report;
  report.threshold = threshold;
  int loops = 0, nesting = 0;
  for (std::size_t l = 0; l < loop.loops.size(); ++l) {
    if (isWrittenOut(loop.loops[l])) continue;
    ++loops;
    nesting += depthOf(loop, static_cast<int>(l));
  }
  report.metrics = {{"loops", loops},
                    {"nesting", nesting},
                    {"branches", loop.branches},
                    {"calls", loop.calls},
                    {"scattered", scatteredArrays(loop)},
                    {"state", static_cast<int>(loop.scalars.size())},
                    {"effects", static_cast<int>(loop.effects.size())}};
  for (const Weight& weight : weights) report.score += weight.points * report.metrics[weight.metric];
  report.level = levelOf(report.score);
  return report;
}

ComplexityReport complexity(const AnnotatedFunction& function) {
  const int threshold = function.options.complexityThreshold.value_or(defaultThreshold);
  ComplexityReport most;
  most.threshold = threshold;
  for (const Weight& weight : weights) most.metrics[weight.metric] = 0;
  for (const LoopSite& site : function.loops) {
    ComplexityReport one = complexity(site.model, threshold);
    if (one.score > most.score) most = std::move(one);
  }
  return most;
}

}  // namespace clustrix::compiler
