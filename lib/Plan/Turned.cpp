#include "Plan/Turned.h"

#include "Plan/Footprint.h"
#include "Plan/InPlace.h"
#include "Plan/InnerLaunch.h"
#include "Plan/Inside.h"
#include "Plan/Launchable.h"

#include <algorithm>
#include <memory>
#include <utility>

namespace clustrix::compiler {
namespace {

// An inner loop of a constant length below this has too few iterations for threads; the runtime knows the same number.
constexpr std::int64_t fewestIterations = 256;

/// Its iterations are counted before the nest begins.
bool isCounted(const LoopModel& model, const NestedLoop& loop) {
  const auto isCounter = [&](SymbolId id) {
    return model.symbols[static_cast<std::size_t>(id.value)].kind == SymbolKind::Counter && id != loop.counter;
  };
  if (!loop.trip || !loop.value || !loop.certain || !loop.trip->stride.constant()) return false;
  const auto step = loop.value->coefficientOf(loop.counter);
  if (!step || !step->constant()) return false;
  return isOverParameters(model, loop.trip->distance) && isOverParameters(model, loop.value->without(loop.counter)) &&
         std::none_of(loop.constraints.begin(), loop.constraints.end(),
                      [&](const Polynomial& one) { return dependsOn(model.symbols, one, isCounter); });
}

/// What happens in the outer loop alone happens in both now.
void enter(std::vector<int>& loops) {
  if (loops == std::vector<int>{0}) loops.push_back(1);
}

bool isHandedOn(const LoopModel& model) {
  const auto& body = model.kernel.body;
  const bool counts =
      std::any_of(body.begin(), body.end(), [](const BodyPiece& piece) { return piece.kind == BodyPiece::Counter; });
  return counts || model.asserted || !model.scalars.empty() || !model.appends.empty() || !model.effects.empty() ||
         !model.leaves.empty() || model.forcedSerial || !model.kernel.finalVariable.empty() ||
         !model.kernel.variablePrologue.empty() || model.kernel.needsIteration;
}

}  // namespace

std::optional<LoopModel> turned(const LoopModel& model) {
  if (model.loops.size() < 2 || model.loops[1].parent != 0 || isHandedOn(model)) return std::nullopt;
  const auto besides = [](const NestedLoop& loop) { return loop.parent == 0; };
  if (std::count_if(model.loops.begin(), model.loops.end(), besides) != 1) return std::nullopt;
  if (!isCounted(model, model.loops[0]) || !isCounted(model, model.loops[1])) return std::nullopt;
  LoopModel result = model;
  std::swap(result.loops[0], result.loops[1]);
  result.loops[0].parent = -1;
  result.loops[1].parent = 0;
  for (Access& access : result.accesses) enter(access.loops);
  for (Work& work : result.work) enter(work.loops);
  for (Obligation& duty : result.obligations) enter(duty.loops);
  for (InnerLoop& inner : result.kernel.innerLoops)
    if (inner.loop == 1) inner.loop = 0;
  result.restart.reset();
  result.splits = {};
  return result;
}

namespace {

/// What stands around the inner loop is repeated by each thread.
bool writesInsideAlone(const LoopModel& model) {
  return std::none_of(model.accesses.begin(), model.accesses.end(),
                      [](const Access& access) { return access.kind == AccessKind::Write && !isIn(access.loops, 1); });
}

/// The arrays whose elements lanes may add up in the order of the source: each element by one statement that names the
/// array, in every iteration.
std::optional<std::vector<ElementSum>> elementSums(const LoopModel& model, const InnerLoop& text) {
  std::vector<ElementSum> sums;
  for (const Access& access : model.accesses) {
    if (access.kind != AccessKind::Write) continue;
    const auto known = [&](const ElementSum& sum) { return sum.array == access.array; };
    if (std::any_of(sums.begin(), sums.end(), known) || access.update < 0 || !access.certain ||
        access.loops != std::vector<int>{0, 1})
      return std::nullopt;
    const Update& update = model.updates[static_cast<std::size_t>(access.update)];
    const bool multiplies = update.op == UpdateOperator::Multiply;
    if (!update.named || !update.certain || (!multiplies && update.op != UpdateOperator::Add)) return std::nullopt;
    ElementSum sum{access.array, -1, multiplies};
    for (std::size_t c = 0; c < model.kernel.captures.size(); ++c) {
      const Capture& capture = model.kernel.captures[c];
      const bool leads = capture.kind == Capture::Pointer || capture.kind == Capture::Span;
      if (leads && capture.array == access.array && sum.capture < 0 &&
          std::count(text.elementSums.begin(), text.elementSums.end(), InnerLoop::Sum{capture.name, multiplies}) == 1)
        sum.capture = static_cast<int>(c);
    }
    if (sum.capture < 0 || marksOf(model.kernel, BodyPiece::Captured, sum.capture) != 1) return std::nullopt;
    sums.push_back(sum);
  }
  for (const Access& access : model.accesses)
    for (const ElementSum& sum : sums)
      if (access.array == sum.array && access.update < 0) return std::nullopt;
  return sums;
}

/// Arrays that may be those of the sums: what is read of them would have to be seen to change.
ArrayPairs readBesides(const LoopModel& model, const Legality& legality, const std::vector<ElementSum>& sums) {
  ArrayPairs pairs;
  for (const ElementSum& sum : sums)
    for (std::size_t a = 0; a < model.arrays.size(); ++a) {
      const ArrayId other{static_cast<int>(a)};
      if (other != sum.array && !areApart(model, legality, sum.array, other)) pairs.emplace_back(sum.array, other);
    }
  return pairs;
}

}  // namespace

std::optional<Launch> turnedLaunch(const SourceUnit& unit, const AnnotatedFunction& function,
                                   const std::vector<LoopPlan>& loops, const Launch& outer) {
  const LoopSite& around = function.loops[static_cast<std::size_t>(outer.loop)];
  const auto ofArrays = [](const Reduction& reduction) { return reduction.scalar < 0; };
  const auto& reductions = outer.legality.reductions;
  if (outer.hostAlone || reductions.empty() || !std::all_of(reductions.begin(), reductions.end(), ofArrays) ||
      !isPlainLaunch(around, withoutReductions(outer.legality)) || !leavesNoValues(outer.legality) ||
      says(function, around.model.kernel, {"Lanes", "Lane", "Part", "inParts", "mostTrips", "mayDivide"}))
    return std::nullopt;
  const auto inner = onlyChild(function, outer.loop);
  if (!inner || !loops[*inner].legality.parallel ||
      !leavesNothing(function.loops[*inner], loops[*inner].legality, false))
    return std::nullopt;
  auto model = turned(around.model);
  if (!model || !writesInsideAlone(around.model) || !around.model.kernel.variable.declared() ||
      constantTrips(model->loops[0]).value_or(fewestIterations) < fewestIterations ||
      function.loops[*inner].model.loops.empty() || function.loops[*inner].model.loops[0].at != model->loops[0].at)
    return std::nullopt;
  const auto mark = markOf(model->kernel, 0);
  if (!mark) return std::nullopt;
  const Legality legality = analyse(*model);
  LoopSite site = around;
  site.model = *std::move(model);
  site.model.kernel.variable = {};
  if (!legality.parallel || !isPlainLaunch(site, legality) || !legality.privates.empty() ||
      refusal(site, legality, unit, function))
    return std::nullopt;
  Footprint touched = footprint(site.model, legality);
  if (touched.refusal || touched.unasked) return std::nullopt;
  Launch launch = launchOf(outer.loop, legality, std::move(touched));
  Turn turn{*mark, around.model.kernel.variable};
  if (const auto sums = elementSums(site.model, site.model.kernel.innerLoops[static_cast<std::size_t>(*mark)])) {
    turn.sums = *sums;
    turn.apart = readBesides(site.model, legality, *sums);
  }
  launch.turn = std::move(turn);
  launch.site = std::make_shared<const LoopSite>(std::move(site));
  return launch;
}

}  // namespace clustrix::compiler
