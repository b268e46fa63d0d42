// One loop's model: walks until nothing new is learnt about writes, then cuts the body's text.
#include "HostCode/Liveness.h"
#include "Induction/Preheader.h"
#include "KernelText/BodyText.h"
#include "KernelText/CalledNames.h"
#include "KernelText/DeviceText.h"
#include "Lower/Functions.h"
#include "Lower/LoopDistribution.h"
#include "Lower/PreliminaryModSet.h"
#include "Lower/Walker.h"
#include "Memory/Restricted.h"
#include "Syntax/ControlFlow.h"

#include "Support/Effort.h"

#include <algorithm>

namespace clustrix::compiler {

namespace {

/// Expressions and statements that are walked, of called functions each time that they are called, and terms of the
/// polynomials that come of them. A loop of a thousand lines takes a hundredth of that.
constexpr std::uint64_t kMostSteps = 2'000'000;

LoopModel notModelled(const std::string& code, const std::string& message, const std::string& hint) {
  LoopModel unknown;
  unknown.effects.push_back({code, message, hint, {}});
  unknown.loops.emplace_back();
  return unknown;
}

LoopModel overBudget() {
  return notModelled("analysis.budget", "the loop, with all that it calls, is too much to look through",
                     "make it several loops, or call functions from less deep inside of it");
}

/// What is known after a walk. Judgements that a variable does not step evenly, or that an element is fixed, wait until
/// a walk has learnt nothing else: before, they may rest on what was not yet known to be written.
WrittenSets learnt(const WrittenSets& known, const Walker& walker) {
  WrittenSets next = known;
  next.inLoop.insert(walker.written.inLoop.begin(), walker.written.inLoop.end());
  for (const auto& [statement, keys] : walker.written.inStatement)
    next.inStatement[statement].insert(keys.begin(), keys.end());
  for (const auto& [container, calls] : walker.written.appends)
    next.appends[container] = std::max(next.appends[container], calls);
  next.memory = next.memory || walker.written.memory;
  next.sharedObjects.insert(walker.written.sharedObjects.begin(), walker.written.sharedObjects.end());
  next.changedLists.insert(walker.written.changedLists.begin(), walker.written.changedLists.end());
  const Inductions& found = walker.written.inductions;
  next.inductions.wanted.insert(found.wanted.begin(), found.wanted.end());
  next.inductions.steps.insert(found.steps.begin(), found.steps.end());
  if (!(next == known)) return next;
  for (const auto& variable : found.uneven) {
    next.inductions.uneven.insert(variable);
    next.inductions.steps.erase(variable);
  }
  if (!(next == known)) return next;
  for (const std::string& base : walker.promotable()) next.promotedArrays.insert(base);
  for (const std::string& base : walker.fixed()) next.fixedArrays.insert(base);
  return next;
}

LoopModel modelOnce(const WalkInput& input) {
  Effort effort(kMostSteps);
  const WrittenSets preliminary = preliminaryModSet(input.loop);
  WrittenSets known = preliminary;
  TextFacts text;
  // What is learnt only grows: few rounds are needed, two more for each level at which a variable steps. The bound is
  // against mistakes.
  for (int round = 0; round < 24; ++round) {
    Walker walker(input, known, text);
    walker.run();
    if (effort.isSpent()) return overBudget();
    // Where the supposition was wrong, nothing that rests on it counts.
    if (round == 0 && !confirms(walker.written, preliminary)) {
      known = {};
      continue;
    }
    if (WrittenSets next = learnt(known, walker); !(next == known)) {
      known = std::move(next);
      continue;
    }
    walker.overlooked.refuseOverlooked();
    walker.objects.refuseKept();
    walker.objects.refuseOtherUses();
    walker.text.eraseDiscarded();
    LoopModel& model = walker.model;
    const FunctionText& around = input.texts.of(&input.function);
    const bool jumps = jumpsAround(around, input.loop);
    // What an annotated lambda has captured outlives its call.
    const auto isCaptured = [&](const clang::VarDecl& variable) {
      return variable.isInitCapture() || variable.getParentFunctionOrMethod() != &input.function;
    };
    const auto isLive = [&](const clang::VarDecl& variable) {
      return isCaptured(variable) || jumps || mayBeReadBehind(input.function, around, input.loop, variable);
    };
    for (std::size_t i = 0; i < model.scalars.size(); ++i)
      if (const clang::VarDecl* variable = walker.scalarDeclarations[i])
        model.scalars[i].liveAfter =
            !isInPreheader(input.loop, variable) && (walker.exits.usedWhereLeft(*variable) || isLive(*variable));
    refuseCombinedInPreheader(model, input.loop, walker.scalarDeclarations);
    for (const auto& [id, variable] : walker.arrayDeclarations) {
      ArrayObject& array = model.arrays[static_cast<std::size_t>(id.value)];
      array.liveAfter =
          isCaptured(*variable) || elementsMayBeReadAfter(input.function, around, input.loop, jumps, *variable);
    }
    if (walker.outerCounter && isLive(*walker.outerCounter))
      model.kernel.finalVariable = walker.outerCounter->getNameAsString();
    keepRestricted(model, input);
    refuseAskedExceptions(model, input.mathState, input.places);
    cutBody(walker, input);
    findDeviceFunctions(walker, input);
    model.kernel.calledNames = calledNames(model.kernel);
    model.splits = distributionPoints(walker, input);
    if (effort.isSpent()) return overBudget();
    return std::move(walker.model);
  }
  return notModelled("effect.unknown-construct", "the loop's writes could not be determined", "");
}

/// Whether a search would do: it writes nothing on its way, all that it reads is known to exist, and its kernel has
/// nothing but the loop's statements.
bool canBeSearched(const LoopModel& model) {
  const auto exists = [&](const Access& access) {
    return access.exists ||
           (access.index && model.arrays[static_cast<std::size_t>(access.array.value)].extentValue.has_value());
  };
  const bool isPlain = model.kernel.functions.empty() && !model.kernel.needsIteration;
  return isPlain && model.effects.empty() && model.updates.empty() && model.appends.empty() &&
         model.objectReductions.empty() &&
         std::all_of(model.accesses.begin(), model.accesses.end(),
                     [&](const Access& access) { return access.kind == AccessKind::Read && exists(access); });
}

}  // namespace

LoopModel modelLoop(const WalkInput& input) {
  LoopModel model = modelOnce(input);
  if (model.tasksThrow && !input.rollsBack) {
    // A task may throw: its launch is undone, and the loop's own text comes to the same place.
    WalkInput throwing = input;
    throwing.rollsBack = true;
    return modelOnce(throwing);
  }
  if (!onlyFails(&input.loop) || canBeSearched(model)) return model;
  WalkInput rollingBack = input;
  rollingBack.rollsBack = true;
  LoopModel undone = modelOnce(rollingBack);
  // A function that stops the program without a word may do so on the host's threads.
  const bool mayStop = model.effects.empty() && model.leaves.empty();
  return mayStop && (undone.leaves.empty() || !undone.effects.empty() || !undone.obstacles.empty()) ? model : undone;
}

}  // namespace clustrix::compiler
