// One loop's model: walks until nothing new is learnt about writes, then cuts the body's text.
#include "BodyText.h"
#include "Functions.h"
#include "Liveness.h"
#include "Walker.h"

namespace clustrix::compiler {

LoopModel modelLoop(const WalkInput& input) {
  WrittenSets known;
  // What is written only grows, and promotion happens once: few rounds are needed; the bound is against mistakes.
  for (int round = 0; round < 16; ++round) {
    Walker walker(input, known);
    walker.run();
    WrittenSets next = walker.written;
    next.inLoop.insert(known.inLoop.begin(), known.inLoop.end());
    for (const auto& [statement, keys] : known.inStatement)
      next.inStatement[statement].insert(keys.begin(), keys.end());
    next.promotedArrays = known.promotedArrays;
    for (const std::string& base : walker.promotable()) next.promotedArrays.insert(base);
    if (!(next == known)) {
      known = next;
      continue;
    }
    LoopModel& model = walker.model;
    for (std::size_t i = 0; i < model.scalars.size(); ++i)
      if (const clang::VarDecl* variable = walker.scalarDeclarations[i])
        model.scalars[i].liveAfter = mayBeReadAfter(input.context, input.function, input.loop, *variable);
    if (walker.outerCounter && mayBeReadAfter(input.context, input.function, input.loop, *walker.outerCounter))
      model.finalVariable = walker.outerCounter->getNameAsString();
    cutBody(walker, input);
    return model;
  }
  LoopModel unknown;
  unknown.effects.push_back({"effect.unknown-construct", "the loop's writes could not be determined", "", {}});
  NestedLoop loop;
  unknown.loops.push_back(loop);
  return unknown;
}

}  // namespace clustrix::compiler
