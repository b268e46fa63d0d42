#include "KernelText/InnerLoops.h"

#include "KernelText/BodyEdits.h"
#include "KernelText/HostText.h"
#include "Lower/Inlining.h"
#include "Syntax/LoopParts.h"

#include <algorithm>

namespace clustrix::compiler {
namespace {

/// The variable that the head alone begins and steps; null for heads that do more.
const clang::VarDecl* onlyVariable(const clang::ForStmt& loop, const NestedLoop& nested) {
  const Beginning beginning = beginningOf(&loop);
  if (beginning.other || beginning.parts.size() != 1 || loop.getConditionVariable()) return nullptr;
  const clang::VarDecl* variable = beginning.parts[0].variable;
  const auto* step = loop.getInc() ? discarded(loop.getInc()) : nullptr;
  const auto* binary = llvm::dyn_cast_or_null<clang::BinaryOperator>(step);
  if (!variable || !step || (binary && binary->getOpcode() == clang::BO_Comma)) return nullptr;
  return variable->getType()->isIntegerType() && variable->getNameAsString() == nested.variable ? variable : nullptr;
}

}  // namespace

void markHead(Walk& walk, const clang::ForStmt& loop, int index) {
  const NestedLoop& nested = walk.model.loops[static_cast<std::size_t>(index)];
  if (walk.silent > 0 || !nested.trip || !nested.value) return;
  if (!walk.frames.empty() && !walk.inlining.inKernel(loop.getSourceRange())) return;
  const clang::VarDecl* variable = onlyVariable(loop, nested);
  const auto head = walk.text.offsets({loop.getBeginLoc(), loop.getRParenLoc()});
  if (!variable || !head) return;
  const bool isMarked = std::any_of(walk.edits.begin(), walk.edits.end(), [&](const TextEdit& edit) {
    return edit.piece.kind == BodyPiece::HeadBegin && edit.begin == head->first;
  });
  if (isMarked) return;
  const clang::QualType type = variable->getType();
  const int mark = static_cast<int>(walk.model.kernel.innerLoops.size());
  walk.model.kernel.innerLoops.push_back(
      {index,
       {walk.host.typeText(type.getUnqualifiedType(), variable->getLocation()), variable->getNameAsString(),
        type.isConstQualified()}});
  walk.edits.push_back({head->first, head->first, {BodyPiece::HeadBegin, "", mark}});
  walk.edits.push_back({head->second, head->second, {BodyPiece::HeadEnd, "", mark}});
}

}  // namespace clustrix::compiler
