#include "Plan/Lanes.h"

#include "Plan/InnerLaunch.h"
#include "Plan/Inside.h"

#include <algorithm>

namespace clustrix::compiler {
namespace {

constexpr std::int64_t fewTrips = 32;  // a loop of so few iterations keeps no lanes busy

// The text of a loop with sums stands up to eighteen times in what nvcc makes of it, and each sum wants registers.
constexpr int mostOperations = 200;
constexpr std::size_t mostSums = 4;

bool isLarge(const LoopModel& model, int loop, const std::vector<InnerLoop::Sum>& sums) {
  int operations = 0;
  for (const Work& work : model.work)
    if (isIn(work.loops, loop)) operations += work.operations;
  return operations > mostOperations || sums.size() > mostSums;
}

/// The sums of the loop, where they are all that its iterations combine into; nothing where there are others.
std::optional<std::vector<InnerLoop::Sum>> sumsOf(const InnerLoop& inner, const LoopModel& model,
                                                  const Legality& legality) {
  std::vector<InnerLoop::Sum> sums;
  for (const Reduction& reduction : legality.reductions) {
    if (reduction.scalar < 0) return std::nullopt;
    const ScalarState& scalar = model.scalars[static_cast<std::size_t>(reduction.scalar)];
    const auto sum = std::find_if(inner.sums.begin(), inner.sums.end(),
                                  [&](const InnerLoop::Sum& one) { return one.name == scalar.name; });
    const bool multiplies = reduction.op == UpdateOperator::Multiply;
    if (sum == inner.sums.end() || scalar.inMemory || sum->multiplies != multiplies) return std::nullopt;
    if (!multiplies && reduction.op != UpdateOperator::Add) return std::nullopt;
    sums.push_back(*sum);
  }
  return sums;
}

/// Elements of arrays that belong to the iteration are those of a lane alone.
bool writesSharedMemory(const LoopModel& inside, const Translation& outside) {
  return std::all_of(inside.accesses.begin(), inside.accesses.end(), [&](const Access& access) {
    return access.kind == AccessKind::Read || outside.array(access.array);
  });
}

/// What is written outside of the inner loops is written in marked statements.
bool isWrittenOnce(const LoopModel& model) {
  const KernelText& kernel = model.kernel;
  for (std::size_t a = 0; a < model.accesses.size(); ++a) {
    const Access& access = model.accesses[a];
    if (access.kind == AccessKind::Read || access.loops.size() > 1) continue;
    const auto holds = [&](const OnceStatement& one) { return one.firstAccess <= a && a < one.endAccess; };
    const auto mark = std::find_if(kernel.once.begin(), kernel.once.end(), holds);
    const int index = static_cast<int>(mark - kernel.once.begin());
    if (mark == kernel.once.end() || marksOf(kernel, BodyPiece::OnceBegin, index) != 1 ||
        marksOf(kernel, BodyPiece::OnceEnd, index) != 1)
      return false;
  }
  return true;
}

std::int64_t neighbourBytes(const LoopModel& model, const std::vector<int>& loops) {
  std::int64_t bytes = 0;
  for (const int loop : loops) bytes += contiguousBytes(model, loops, loop);
  return bytes;
}

}  // namespace

std::optional<Lanes> lanes(const AnnotatedFunction& function, const std::vector<LoopPlan>& loops,
                           const Launch& launch) {
  const LoopSite& outer = function.loops[static_cast<std::size_t>(launch.loop)];
  const LoopModel& model = outer.model;
  if (launch.hostAlone || launch.inPlace || launch.band || !launch.legality.privateArrays.empty() ||
      !isPlainLaunch(outer, launch.legality) || !leavesNoValues(launch.legality) || !isWrittenOnce(model) ||
      says(model.kernel, {"Lanes", "mayDivide", "mostTrips"}))
    return std::nullopt;
  Lanes result;
  std::vector<int> shared;
  bool isLong = false;
  for (std::size_t l = 0; l < function.loops.size(); ++l) {
    if (function.loops[l].parent != launch.loop) continue;
    const LoopSite& site = function.loops[l];
    const Legality& legality = loops[l].legality;
    const auto loop = sharedLoop(site, legality, model, launch.legality, true);
    if (!loop || marksOf(model.kernel, BodyPiece::LoopEnd, loop->mark) != 1) return std::nullopt;
    const NestedLoop& nested = model.loops[static_cast<std::size_t>(loop->loop)];
    const InnerLoop& inner = model.kernel.innerLoops[static_cast<std::size_t>(loop->mark)];
    if (!inner.inBlock || !writesSharedMemory(site.model, Translation(site.model, model))) return std::nullopt;
    const auto sums = sumsOf(inner, site.model, legality);
    if (!sums || (!sums->empty() && (inner.continues || isLarge(model, loop->loop, *sums)))) return std::nullopt;
    result.apart.insert(result.apart.end(), loop->apart.begin(), loop->apart.end());
    result.loops.push_back({loop->loop, loop->mark, *sums});
    shared.push_back(loop->loop);
    isLong = isLong || constantTrips(nested).value_or(fewTrips) >= fewTrips;
  }
  const auto isOther = [&](const NestedLoop& loop) {
    return loop.parent == 0 && !isIn(shared, static_cast<int>(&loop - model.loops.data()));
  };
  if (!isLong || std::any_of(model.loops.begin(), model.loops.end(), isOther)) return std::nullopt;
  result.iterationsFirst = contiguousBytes(model, {0}, 0) > neighbourBytes(model, shared);
  return result;
}

}  // namespace clustrix::compiler
