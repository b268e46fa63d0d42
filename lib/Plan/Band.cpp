#include "Plan/Band.h"

#include "Plan/InnerLaunch.h"
#include "Plan/Inside.h"
#include "Plan/Launchable.h"
#include "Plan/Rests.h"
#include "Plan/Turned.h"

#include <algorithm>

namespace clustrix::compiler {
namespace {

constexpr std::size_t mostLoops = 3;  // a grid has three dimensions

/// What an iteration does outside of `loop`, every thread would do again, also once others have written inside:
///
///     const double t = a[i * n];  for (j ...) a[i * n + j] /= t;
bool mayBeRepeated(const LoopModel& model, const Legality& legality, int loop) {
  const auto& all = model.accesses;
  const bool writes = std::any_of(all.begin(), all.end(), [&](const Access& outside) {
    if (isIn(outside.loops, loop)) return false;
    return outside.kind == AccessKind::Write || std::any_of(all.begin(), all.end(), [&](const Access& inside) {
             return inside.kind == AccessKind::Write && !areApart(model, legality, outside.array, inside.array);
           });
  });
  std::vector<int> around;
  for (int one = loop; one >= 0; one = model.loops[static_cast<std::size_t>(one)].parent) around.push_back(one);
  const auto isBeside = [&](const NestedLoop& other) {
    return other.parent != loop && isIn(around, other.parent) && !restOf(model, other) &&
           !isIn(around, static_cast<int>(&other - model.loops.data()));
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

/// Whether the iterations of the launched loop have arrays for themselves as those of a loop inside have: a thread's
/// are its own then. What is the program's behind the launched loop is what the last iteration of both leaves.
bool shareOwnArrays(const LoopModel& around, const Legality& known, const LoopModel& inside, const Legality& legality) {
  const auto isInside = [&](const PrivateArray& own) {
    const std::string& base = around.arrays[static_cast<std::size_t>(own.array.value)].base;
    return !own.copiesIn &&
           std::any_of(legality.privateArrays.begin(), legality.privateArrays.end(), [&](const PrivateArray& other) {
             return inside.arrays[static_cast<std::size_t>(other.array.value)].base == base && !other.copiesIn &&
                    (other.lastValue || !own.lastValue);
           });
  };
  return known.privateArrays.size() == legality.privateArrays.size() &&
         std::all_of(known.privateArrays.begin(), known.privateArrays.end(), isInside);
}

Legality withoutOwnArrays(Legality legality) {
  legality.privateArrays.clear();
  return legality;
}

/// The loop of a band inside the one at `around`, a place in the function.
struct Next {
  SharedLoop loop;
  std::size_t site = 0;
  bool isLast = false;
};
std::optional<Next> nextOf(const AnnotatedFunction& function, const std::vector<LoopPlan>& loops, const Launch& launch,
                           std::size_t around) {
  const LoopModel& model = function.loops[static_cast<std::size_t>(launch.loop)].model;
  const auto child = onlyChild(function, static_cast<int>(around));
  if (!child) return std::nullopt;
  const LoopSite& inside = function.loops[*child];
  const Legality& legality = loops[*child].legality;
  if (shareOwnArrays(model, launch.legality, inside.model, legality))
    if (auto loop = sharedLoop(inside, withoutOwnArrays(legality), model, launch.legality, false))
      return Next{std::move(*loop), *child};
  if (!launch.legality.privateArrays.empty()) return std::nullopt;
  // Threads go along the loop inside that one, where this may as well be the outer one:
  //
  //     for (k ...) for (j ...) c[i * n + j] += a[i * n + k] * b[k * n + j];
  const auto grandchild = onlyChild(function, static_cast<int>(*child));
  auto other = grandchild ? turned(function.loops[*child].model) : std::nullopt;
  if (!other || !loops[*grandchild].legality.parallel ||
      !leavesNothing(function.loops[*grandchild], loops[*grandchild].legality, false))
    return std::nullopt;
  if (other->loops[0].at != function.loops[*grandchild].at) return std::nullopt;
  LoopSite site = function.loops[*child];
  site.model = *std::move(other);
  auto loop = sharedLoop(site, analyse(site.model), model, launch.legality, false);
  if (!loop) return std::nullopt;
  return Next{std::move(*loop), *grandchild, true};
}

}  // namespace

std::optional<Band> band(const AnnotatedFunction& function, const std::vector<LoopPlan>& loops, const Launch& launch) {
  const LoopSite& outer = function.loops[static_cast<std::size_t>(launch.loop)];
  const LoopModel& model = outer.model;
  if (launch.hostAlone || launch.inPlace || !workspaces(model, launch.legality).empty() ||
      says(function, model.kernel, {"Band", "Threads", "mostTrips", "mayDivide"}) ||
      !isPlainLaunch(outer, withoutOwnArrays(launch.legality)) || !leavesNoValues(launch.legality))
    return std::nullopt;
  Band result;
  std::vector<int> all = {0};
  std::size_t around = static_cast<std::size_t>(launch.loop);
  while (all.size() < mostLoops) {
    auto next = nextOf(function, loops, launch, around);
    if (!next || !mayBeRepeated(model, launch.legality, next->loop.loop)) break;
    result.apart.insert(result.apart.end(), next->loop.apart.begin(), next->loop.apart.end());
    result.loops.push_back({next->loop.loop, next->loop.mark});
    all.push_back(next->loop.loop);
    around = next->site;
    if (next->isLast) break;
  }
  if (result.loops.empty()) return std::nullopt;
  result.axes = axesOf(model, all);
  result.square = isIrregular(model);
  return result;
}

}  // namespace clustrix::compiler
