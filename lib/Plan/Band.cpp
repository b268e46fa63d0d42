#include "Plan/Band.h"

#include "Plan/InnerLaunch.h"
#include "Plan/Inside.h"

#include <algorithm>

namespace clustrix::compiler {
namespace {

constexpr std::size_t mostLoops = 3;  // a grid has three dimensions

/// Whether the launch has shown that the two are no array in common.
bool areApart(const Legality& legality, ArrayId a, ArrayId b) {
  return a != b && std::none_of(legality.guards.begin(), legality.guards.end(), [&](const Guard& guard) {
           const auto* one = std::get_if<DisjointGuard>(&guard);
           return one && one->sameAllowed &&
                  ((one->written == a && one->other == b) || (one->written == b && one->other == a));
         });
}

/// What an iteration does outside of `loop`, every thread would do again, also once others have written inside:
///
///     const double t = a[i * n];  for (j ...) a[i * n + j] /= t;
bool mayBeRepeated(const LoopModel& model, const Legality& legality, int around, int loop) {
  const auto& all = model.accesses;
  const bool writes = std::any_of(all.begin(), all.end(), [&](const Access& outside) {
    if (isIn(outside.loops, loop)) return false;
    return outside.kind == AccessKind::Write || std::any_of(all.begin(), all.end(), [&](const Access& inside) {
             return inside.kind == AccessKind::Write && !areApart(legality, outside.array, inside.array);
           });
  });
  const auto isBeside = [&](const NestedLoop& other) {
    return other.parent == around && &other != &model.loops[static_cast<std::size_t>(loop)];
  };
  return !writes && std::none_of(model.loops.begin(), model.loops.end(), isBeside);
}

/// x, y and z for each loop: x where most bytes are side by side, the others from the innermost on.
std::vector<int> axesOf(const LoopModel& model, const std::vector<int>& band) {
  std::size_t x = band.size() - 1;
  std::int64_t most = contiguousBytes(model, band, band[x]);
  for (std::size_t b = band.size() - 1; b-- > 0;)
    if (const std::int64_t bytes = contiguousBytes(model, band, band[b]); bytes > most) {
      x = b;
      most = bytes;
    }
  std::vector<int> axes(band.size());
  int next = 1;
  for (std::size_t b = band.size(); b-- > 0;)
    if (b != x) axes[b] = next++;
  return axes;
}

/// Loops whose end no one knows before: neighbouring threads then part company, those close to each other the least.
bool isIrregular(const LoopModel& model) {
  return std::any_of(model.loops.begin(), model.loops.end(), [](const NestedLoop& loop) { return !loop.trip; });
}

}  // namespace

std::optional<Band> band(const AnnotatedFunction& function, const std::vector<LoopPlan>& loops, const Launch& launch) {
  const LoopSite& outer = function.loops[static_cast<std::size_t>(launch.loop)];
  const LoopModel& model = outer.model;
  if (launch.hostAlone || launch.inPlace || says(model.kernel, {"Band", "Threads", "mostTrips", "mayDivide"}) ||
      !isPlainLaunch(outer, launch.legality) || !leavesNoValues(launch.legality))
    return std::nullopt;
  Band result;
  std::vector<int> all = {0};
  std::size_t around = static_cast<std::size_t>(launch.loop);
  while (all.size() < mostLoops) {
    const auto child = onlyChild(function, static_cast<int>(around));
    if (!child) break;
    const auto shared = sharedLoop(function.loops[*child], loops[*child].legality, model, launch.legality, false);
    if (!shared || model.loops[static_cast<std::size_t>(shared->loop)].parent != all.back() ||
        !mayBeRepeated(model, launch.legality, all.back(), shared->loop))
      break;
    result.apart.insert(result.apart.end(), shared->apart.begin(), shared->apart.end());
    result.loops.push_back({shared->loop, shared->mark});
    all.push_back(shared->loop);
    around = *child;
  }
  if (result.loops.empty()) return std::nullopt;
  result.axes = axesOf(model, all);
  result.square = isIrregular(model);
  return result;
}

}  // namespace clustrix::compiler
