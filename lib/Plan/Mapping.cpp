// Mapping: the outermost loop that can be launched is; loops inside it run inside its kernel. A loop that cannot stays
// on the host, and the loops inside it are tried in turn.
//
//     for t           serial        ──►  host
//       for y         parallel      ──►  devices      a launch for each t; cpu, where no device may run it
//         for x       parallel      ──►  sequential   inside the kernel, or a launch for each y where that is better
#include "Plan/Band.h"
#include "Plan/Footprint.h"
#include "Plan/HostAlone.h"
#include "Plan/InPlace.h"
#include "Plan/InnerLaunch.h"
#include "Plan/Lanes.h"
#include "Plan/Launchable.h"
#include "Plan/OwnRows.h"
#include "Plan/Residency.h"
#include "Plan/Short.h"
#include "Plan/Turned.h"
#include "Support/Parallel.h"

#include <algorithm>
#include <utility>

namespace clustrix::compiler {
namespace {

bool isInsideLaunch(const AnnotatedFunction& function, const FunctionPlan& plan, std::size_t loop) {
  const int parent = function.loops[loop].parent;
  return parent >= 0 && plan.loops[static_cast<std::size_t>(parent)].mapped != Mapped::Host;
}

/// Whether a loop around it, given by its place in the function, is such a one.
bool anyAround(const AnnotatedFunction& function, std::size_t loop, const auto& is) {
  for (int around = function.loops[loop].parent; around >= 0;
       around = function.loops[static_cast<std::size_t>(around)].parent)
    if (is(static_cast<std::size_t>(around))) return true;
  return false;
}

/// A loop that only lacks a kernel is as fast as it was; launches of the short loops inside it would make it slower.
bool isInsideUnwritable(const AnnotatedFunction& function, const FunctionPlan& plan, std::size_t loop) {
  return anyAround(function, loop, [&](std::size_t around) {
    return plan.loops[around].legality.parallel && !function.loops[around].model.obstacles.empty();
  });
}

bool isAround(const AnnotatedFunction& function, std::size_t outer, std::size_t loop) {
  return anyAround(function, loop, [&](std::size_t around) { return around == outer; });
}

/// Whether the loop's text is that of another loop, too, as where one macro says both. What is inside the loop may be.
bool sharesText(const AnnotatedFunction& function, std::size_t loop) {
  const LoopSite& site = function.loops[loop];
  for (std::size_t l = 0; l < function.loops.size(); ++l) {
    const LoopSite& other = function.loops[l];
    if (l == loop || other.end <= site.begin || site.end <= other.begin || isAround(function, loop, l)) continue;
    if (!isAround(function, l, loop) || other.begin == site.begin) return true;
  }
  return false;
}

Reason sharedText(const LoopSite& site) {
  return {.code = "plan.not-expressible",
          .message = "no kernel can be written for this loop: it shares its text with another loop",
          .hint = "",
          .at = site.at,
          .other = std::nullopt};
}

/// In place there is only so much to gain: where the loop around is legal but cannot be launched, or says anew in each
/// of its iterations how short this one is (`for (k = row[i]; k < row[i + 1]; ++k)`), the question alone would cost
/// more.
bool isTooSmallInPlace(const AnnotatedFunction& function, const FunctionPlan& plan, std::size_t loop) {
  const LoopModel& model = function.loops[loop].model;
  const auto isReadFromMemory = [&](SymbolId id) {
    return model.symbols[static_cast<std::size_t>(id.value)].subscripts;
  };
  const TripCount& trip = *model.loops[0].trip;
  const bool varies = trip.distance.mentionsAny(isReadFromMemory) || trip.stride.mentionsAny(isReadFromMemory);
  if (varies && function.loops[loop].parent >= 0) return true;
  return anyAround(function, loop, [&](std::size_t around) { return plan.loops[around].legality.parallel; });
}

/// Whether all that can be launched of it is there: its kernel can be written, and its footprint is known.
bool isForDevices(const SourceUnit& unit, const AnnotatedFunction& function, std::size_t loop,
                  const FunctionPlan& plan) {
  const LoopSite& site = function.loops[loop];
  const Legality& legality = plan.loops[loop].legality;
  return legality.parallel && !refusal(site, legality, unit, function) && !footprint(site.model, legality).refusal;
}

/// A loop that is shorter than machines are wide keeps few threads busy, where the loops inside it may have devices.
bool leavesNestToDevices(const SourceUnit& unit, const AnnotatedFunction& function, std::size_t loop,
                         const FunctionPlan& plan) {
  constexpr std::int64_t wide = 16;
  const auto trips = constantTrips(function.loops[loop].model.loops[0]);
  if (!trips || *trips >= wide) return false;
  for (std::size_t inner = 0; inner < function.loops.size(); ++inner) {
    if (function.loops[inner].parent == static_cast<int>(loop) && isForDevices(unit, function, inner, plan))
      return true;
  }
  return false;
}

/// The loop would combine copies of whole arrays, and its author divides one inside of it: the elements of one colour
/// after those of another, each colour in parallel.
std::optional<Reason> leftToSaidParallel(const SourceUnit& unit, const AnnotatedFunction& function, std::size_t loop,
                                         const FunctionPlan& plan) {
  const LoopSite& site = function.loops[loop];
  if (site.saidParallel || !combinesArrays(plan.loops[loop].legality)) return std::nullopt;
  for (std::size_t inner = 0; inner < function.loops.size(); ++inner)
    if (function.loops[inner].saidParallel && isAround(function, loop, inner) &&
        isForDevices(unit, function, inner, plan))
      return Reason{.code = "plan.inner-parallel",
                    .message =
                        "a loop inside is the one that 'omp parallel for' divides, and this one would combine "
                        "copies of whole arrays",
                    .hint = "",
                    .at = site.at,
                    .other = std::nullopt};
  return std::nullopt;
}

/// The launch without copies of arrays, which is tried before: the lists through which iterations combine have no
/// number twice.
std::optional<Launch> launchWhereDistinct(const SourceUnit& unit, const AnnotatedFunction& function,
                                          const FunctionPlan& plan, const Launch& launch) {
  const auto loop = static_cast<std::size_t>(launch.loop);
  const LoopSite& site = function.loops[loop];
  if (!launch.legality.whereDistinct || !launch.instead.empty() || launch.hostAlone) return std::nullopt;
  const Legality& legality = *launch.legality.whereDistinct;
  Footprint touched = footprint(site.model, legality);
  if (touched.unasked || touched.refusal || refusal(site, legality, unit, function)) return std::nullopt;
  Launch other = launchOf(launch.loop, legality, std::move(touched));
  other.band = band(function, plan.loops, other);
  return other;
}

void mapLoop(const SourceUnit& unit, const AnnotatedFunction& function, std::size_t loop, FunctionPlan& plan) {
  const LoopSite& site = function.loops[loop];
  LoopPlan& mine = plan.loops[loop];
  if (isInsideLaunch(function, plan, loop)) {
    mine.mapped = Mapped::Sequential;
    return;
  }
  if (!mine.legality.parallel) return;
  std::optional<Reason> obstacle = refusal(site, mine.legality, unit, function);
  if (!obstacle && sharesText(function, loop)) obstacle = sharedText(site);
  if (!obstacle) obstacle = leftToSaidParallel(unit, function, loop, plan);
  if (!obstacle) obstacle = keptInOrder(plan.options, site, mine.legality);
  Footprint touched;
  if (!obstacle) {
    touched = footprint(site.model, mine.legality);
    if (touched.unasked) obstacle = touched.unasked;
    // What is not known could not be undone.
    if (!obstacle && touched.refusal && site.model.rollsBack) obstacle = touched.refusal;
    if (!obstacle && touched.refusal) obstacle = inPlaceProblem(site.model, mine.legality, touched);
    if (touched.refusal && !obstacle &&
        (isTooSmallInPlace(function, plan, loop) || leavesNestToDevices(unit, function, loop, plan)))
      obstacle = touched.refusal;
  }
  if (!obstacle && isInsideUnwritable(function, plan, loop))
    obstacle = Reason{.code = "plan.not-expressible",
                      .message = "it stays inside the loop around it, for which no kernel can be written",
                      .hint = "",
                      .at = site.at,
                      .other = std::nullopt};
  std::optional<Reason> alone =
      touched.refusal ? touched.refusal
                      : hostAlone(site, mine.legality, function, complexity(site.model, plan.complexity.threshold));
  if (!obstacle && alone && withoutThreads(function)) {
    mine.legality.reasons.push_back(std::move(*alone));
    obstacle = withoutThreads(function);
  }
  if (obstacle) {
    mine.legality.reasons.push_back(std::move(*obstacle));
    return;
  }
  const bool drivesDevices = site.model.tasksOnDevices && alone && alone->code == "plan.host-only";
  mine.mapped = alone && !drivesDevices ? Mapped::Cpu : Mapped::Devices;
  mine.launch = static_cast<int>(plan.launches.size());
  const bool inPlace = touched.refusal.has_value();
  if (inPlace) dropGuardsOfHeaders(site.model, mine.legality);
  Launch& launch = plan.launches.emplace_back(launchOf(static_cast<int>(loop), mine.legality, std::move(touched)));
  launch.hostAlone = std::move(alone);
  launch.inPlace = inPlace;
  if (launch.inPlace) return;
  launch.band = band(function, plan.loops, launch);
  launch.lanes = lanes(function, plan.loops, launch);
  launch.ownRows = ownRows(function, launch);
  if (auto other = turnedLaunch(unit, function, plan.loops, launch)) launch.instead.push_back(std::move(*other));
  if (auto other = launchWhereDistinct(unit, function, plan, launch)) launch.instead.push_back(std::move(*other));
  if (auto inner = innerLaunch(unit, function, plan.loops, launch)) launch.inner.push_back(std::move(*inner));
}

FunctionPlan planFunction(const SourceUnit& unit, const AnnotatedFunction& function,
                          const std::vector<Legality>& verdicts, const ClusterOptions& defaults) {
  FunctionPlan plan;
  plan.options = merge(function.options, defaults);
  plan.complexity = complexity(function);
  if (plan.options.complexityThreshold) plan.complexity.threshold = *plan.options.complexityThreshold;
  for (std::size_t l = 0; l < function.loops.size(); ++l)
    plan.loops.push_back({Mapped::Host, l < verdicts.size() ? verdicts[l] : Legality{}, -1});
  for (std::size_t l = 0; l < function.loops.size(); ++l) mapLoop(unit, function, l, plan);
  return plan;
}

}  // namespace

ClusterPlan plan(const SourceUnit& unit, const std::vector<std::vector<Legality>>& verdicts,
                 const ClusterOptions& defaults) {
  ClusterPlan result;
  const std::size_t count = unit.functions.size();
  result.functions.resize(count);
  forEachIndex(count, threadsFor(count), [&](std::size_t f) {
    // A function without verdicts has no legal loop.
    const std::vector<Legality> its = f < verdicts.size() ? verdicts[f] : std::vector<Legality>{};
    result.functions[f] = planFunction(unit, unit.functions[f], its, defaults);
  });
  leaveShort(unit, result);
  // Last: what stays on the devices depends on the launches of all functions.
  planResidency(unit, result);
  return result;
}

}  // namespace clustrix::compiler
