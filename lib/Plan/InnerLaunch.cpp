#include "Plan/InnerLaunch.h"

#include "Plan/Footprint.h"
#include "Plan/Launchable.h"

#include <algorithm>
#include <utility>

namespace clustrix::compiler {
namespace {

// An outer loop of a constant length from here on fills any machine; the runtime knows the same number.
constexpr std::int64_t enoughIterations = 1024;
// An inner loop of a constant length below this is no launch of its own.
constexpr std::int64_t fewestIterations = 16;

/// By what is known before it runs; the rest is for the runtime.
bool mayBeBetter(const LoopModel& outer, const LoopModel& inner) {
  const auto outside = constantTrips(outer.loops[0]), inside = constantTrips(inner.loops[0]);
  if (outside && (*outside <= 0 || *outside >= enoughIterations)) return false;
  return !inside || (*inside >= fewestIterations && (!outside || *inside > *outside));
}

/// The loop's variable is its own, or one that no memory reaches: its text may step it on the host while the arrays are
/// on the devices.
bool hasOwnVariable(const LoopModel& model, const HostCode& code) {
  if (model.kernel.finalVariable.empty()) return model.kernel.variable.declared();
  return std::find(code.registers.begin(), code.registers.end(), model.kernel.finalVariable) != code.registers.end();
}

/// The outer loop's own model has to tell how long the inner one is.
bool isSecondLoop(const LoopModel& outer, const LoopSite& inner) {
  if (outer.loops.size() < 2 || outer.loops[1].parent != 0 || outer.loops[1].at != inner.model.loops[0].at)
    return false;
  return std::none_of(outer.loops.begin() + 2, outer.loops.end(),
                      [](const NestedLoop& loop) { return loop.parent == 0; });
}

}  // namespace

bool isPlainLaunch(const LoopSite& site, const Legality& legality) {
  const LoopModel& model = site.model;
  return legality.form == Form::Independent && legality.reductions.empty() && legality.privateArrays.empty() &&
         model.appends.empty() && !model.kernel.needsIteration && !site.call && site.declared.empty() &&
         site.applied.empty() && site.otherInstantiations.empty();
}

bool leavesNoValues(const Legality& legality) {
  return std::none_of(legality.privates.begin(), legality.privates.end(),
                      [](const Private& variable) { return variable.lastValue; });
}

std::optional<std::size_t> onlyChild(const AnnotatedFunction& function, int loop) {
  std::optional<std::size_t> child;
  for (std::size_t l = 0; l < function.loops.size(); ++l) {
    if (function.loops[l].parent != loop) continue;
    if (child) return std::nullopt;
    child = l;
  }
  return child;
}

std::optional<std::int64_t> constantTrips(const NestedLoop& loop) {
  if (!loop.trip) return std::nullopt;
  const auto distance = loop.trip->distance.constant(), stride = loop.trip->stride.constant();
  if (!distance || !stride || *stride <= 0) return std::nullopt;
  return *distance <= 0 ? 0 : (*distance - 1) / *stride + 1;
}

std::optional<Launch> innerLaunch(const SourceUnit& unit, const AnnotatedFunction& function,
                                  const std::vector<LoopPlan>& loops, const Launch& outer) {
  const LoopSite& around = function.loops[static_cast<std::size_t>(outer.loop)];
  // A function whose host code is not told may have labels: the inner loop's text stands twice then.
  if (!function.hostCode.problem.empty() || !isPlainLaunch(around, outer.legality)) return std::nullopt;
  const auto inner = onlyChild(function, outer.loop);
  if (!inner) return std::nullopt;
  const LoopSite& site = function.loops[*inner];
  const Legality& legality = loops[*inner].legality;
  if (!legality.parallel || site.model.loops.empty() || !isPlainLaunch(site, legality) || !leavesNoValues(legality))
    return std::nullopt;
  if (!hasOwnVariable(around.model, function.hostCode) || !hasOwnVariable(site.model, function.hostCode))
    return std::nullopt;
  if (!isSecondLoop(around.model, site) || !mayBeBetter(around.model, site.model)) return std::nullopt;
  if (site.begin == around.begin || !site.fillsParent || refusal(site, legality, unit, function)) return std::nullopt;
  Footprint touched = footprint(site.model, legality);
  if (touched.refusal || touched.unasked) return std::nullopt;
  Launch launch = launchOf(static_cast<int>(*inner), legality, std::move(touched));
  launch.hostAlone = outer.hostAlone;
  if (auto further = innerLaunch(unit, function, loops, launch)) launch.inner.push_back(std::move(*further));
  return launch;
}

}  // namespace clustrix::compiler
