// The least and the greatest of the same values, where one comparison spares the other.
//
//     if (x > hi) hi = x; else if (x < lo) lo = x;      ──►      if (x > hi) hi = x; if (x < lo) lo = x;
//
// A value above `hi` is not below `lo`, since `lo <= hi` holds where the loop begins, which is required, and neither
// assignment ends that. The kernel is without the `else`: its partial results begin with lo above hi.
#include "Induction/InductionSteps.h"
#include "KernelText/BodyEdits.h"
#include "Library/LibraryFunctions.h"
#include "Lower/Recorder.h"
#include "Memory/Names.h"
#include "Recurrence/GuardedExtrema.h"
#include "Recurrence/Updates.h"
#include "Syntax/Mentions.h"

namespace clustrix::compiler {

namespace {

/// Whether evaluating the value once more changes nothing.
bool repeatable(const clang::Stmt* statement) {
  if (!statement) return true;
  const auto* call = llvm::dyn_cast<clang::CallExpr>(statement);
  const auto* method = call ? llvm::dyn_cast_or_null<clang::CXXMethodDecl>(call->getDirectCallee()) : nullptr;
  const bool reads = method && method->getParent()->isInStdNamespace() &&
                     (method->isConst() || method->getOverloadedOperator() == clang::OO_Subscript);
  if (call && !reads && !isPureFunction(call->getDirectCallee())) return false;
  for (const clang::Stmt* child : statement->children())
    if (!repeatable(child)) return false;
  return true;
}

}  // namespace

/// The extremum that the branch of an `if` takes up, whatever else it assigns.
std::optional<UpdateShape> GuardedExtrema::extremumOf(const clang::IfStmt* statement) {
  const auto assignments = plainAssignments(statement->getThen());
  if (!assignments || statement->getInit() || statement->getConditionVariable()) return std::nullopt;
  for (const Assigned& assigned : *assignments)
    if (auto shape = walk_.updates.extremumShape(assigned.target(), assigned.value, statement->getCond(), true))
      return shape;
  return std::nullopt;
}

bool GuardedExtrema::tryExtremaChain(const clang::IfStmt* first) {
  const clang::Stmt* branch = first->getElse();
  if (const auto* block = llvm::dyn_cast_or_null<clang::CompoundStmt>(branch); block && block->size() == 1)
    branch = block->body_front();
  const auto* second = llvm::dyn_cast_or_null<clang::IfStmt>(branch);
  if (!second || second->getElse() || !walk_.frames.empty()) return false;
  const auto a = extremumOf(first), b = extremumOf(second);
  // With ties in both, a value may equal all three: then only the first of them takes its place.
  if (!a || !b || a->op == b->op || (a->ties && b->ties) || a->takesNan || b->takesNan) return false;
  const clang::Expr* value = a->operands.front();
  if (!walk_.updates.same(value, b->operands.front()) || steps(value) || !repeatable(value)) return false;
  if (!context_.hasSameUnqualifiedType(a->target->getType(), b->target->getType())) return false;
  const auto one = walk_.names.outerName(a->target), other = walk_.names.outerName(b->target);
  for (const auto* name : {&one, &other})
    if (!*name || state_.assigned.contains((*name)->key) || walk_.induction.stepsEvenly((*name)->key)) return false;
  const clang::SourceRange keyword(first->getElseLoc(), first->getElseLoc());
  if (one->key == other->key || !walk_.text.offsets(keyword)) return false;
  const bool greatestFirst = a->op == UpdateOperator::Max;
  const std::string least = (greatestFirst ? other : one)->expression;
  const std::string greatest = (greatestFirst ? one : other)->expression;
  if (!tryUpdateIf(first, false)) return false;
  if (!tryUpdateIf(second))
    walk_.record.effect("effect.unknown-construct", second->getBeginLoc(),
                        "one of two extrema cannot be kept by itself");
  walk_.text.edit(keyword, {BodyPiece::Text, "", -1});
  const std::string text = least + " <= " + greatest;
  const Polynomial holds =
      Polynomial::symbol(walk_.record.parameterOf("((" + text + ") ? 1 : 0)", text, context_.BoolTy));
  model_.requirements.push_back({Requirement::NonNegative, *subtract(holds, Polynomial(1)), Polynomial(1),
                                 walk_.record.point(first->getBeginLoc())});
  return true;
}

}  // namespace clustrix::compiler
