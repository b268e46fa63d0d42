// One loop's model: walks until nothing new is learnt about writes, then cuts the body's text.
#include "BodyText.h"
#include "DeviceText.h"
#include "Functions.h"
#include "Liveness.h"
#include "RangeFront.h"
#include "Restricted.h"
#include "Splits.h"
#include "Supposed.h"
#include "Walker.h"

#include <algorithm>

namespace clustrix::compiler {

namespace {

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

}  // namespace

LoopModel modelLoop(const WalkInput& input) {
  const WrittenSets supposed = supposedWrites(input.loop);
  WrittenSets known = supposed;
  TextFacts text;
  // What is learnt only grows: few rounds are needed, two more for each level at which a variable steps. The bound is
  // against mistakes.
  for (int round = 0; round < 24; ++round) {
    Walker walker(input, known, text);
    walker.run();
    // Where the supposition was wrong, nothing that rests on it counts.
    if (round == 0 && !confirms(walker.written, supposed)) {
      known = {};
      continue;
    }
    if (WrittenSets next = learnt(known, walker); !(next == known)) {
      known = std::move(next);
      continue;
    }
    LoopModel& model = walker.model;
    const clang::ParentMap& parents = input.texts.of(&input.function).parents();
    // What an annotated lambda has captured outlives its call.
    const auto isCaptured = [&](const clang::VarDecl& variable) {
      return variable.isInitCapture() || variable.getParentFunctionOrMethod() != &input.function;
    };
    const auto isLive = [&](const clang::VarDecl& variable) {
      return isCaptured(variable) || mayBeReadAfter(input.function, parents, input.loop, variable);
    };
    for (std::size_t i = 0; i < model.scalars.size(); ++i)
      if (const clang::VarDecl* variable = walker.scalarDeclarations[i])
        model.scalars[i].liveAfter =
            !isInFront(input.loop, variable) && (walker.usedWhereLeft(*variable) || isLive(*variable));
    refuseCombinedInFront(model, input.loop, walker.scalarDeclarations);
    for (const auto& [id, variable] : walker.arrayDeclarations) {
      ArrayObject& array = model.arrays[static_cast<std::size_t>(id.value)];
      array.liveAfter = isCaptured(*variable) || elementsMayBeReadAfter(input.function, parents, input.loop, *variable);
      if (!array.liveAfter) array.ownType = walker.ownTypeOf(*variable);
    }
    if (walker.outerCounter && isLive(*walker.outerCounter))
      model.finalVariable = walker.outerCounter->getNameAsString();
    keepRestricted(model, input);
    refuseAskedExceptions(model, input);
    cutBody(walker, input);
    findDeviceFunctions(walker, input);
    model.splits = splitsOf(walker, input);
    return std::move(walker.model);
  }
  LoopModel unknown;
  unknown.effects.push_back({"effect.unknown-construct", "the loop's writes could not be determined", "", {}});
  NestedLoop loop;
  unknown.loops.push_back(loop);
  return unknown;
}

}  // namespace clustrix::compiler
