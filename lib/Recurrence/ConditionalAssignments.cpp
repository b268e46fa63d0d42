// Choices between a new value and the one that a variable has: assignments under a condition.
//
//     last = a[i] > 0 ? i : last;            if (a[i] > 0) last = i;
//     s = a[i] > 0 ? s + a[i] : s;           if (a[i] > 0) s = s + a[i];
//     n = a[i] > 0 ? n + 1 : b[i] ? n + 2 : n;
//
// The kernel keeps the text, and takes note of an assignment in the value that is chosen.
#include "Induction/InductionSteps.h"
#include "Lower/Expressions.h"
#include "Lower/Places.h"
#include "Lower/Recorder.h"
#include "Lower/Statements.h"
#include "Memory/Names.h"
#include "Recurrence/GuardedExtrema.h"
#include "Recurrence/Updates.h"
#include "Syntax/Types.h"

namespace clustrix::compiler {

/// Whether some branch of the choice gives the variable what it has.
bool Updates::keepsItself(const clang::Expr* value, const clang::Expr* target) const {
  const auto* choice = llvm::dyn_cast<clang::ConditionalOperator>(value->IgnoreParenImpCasts());
  if (!choice || !keepsValue(context_, target->getType(), choice->getType())) return false;
  for (const clang::Expr* branch : {choice->getTrueExpr(), choice->getFalseExpr()})
    if (same(branch, target) || keepsItself(branch, target)) return true;
  return false;
}

/// The variable stands in the text, and is not read there.
void Updates::mention(const clang::Expr* variable) {
  const auto name = walk_.names.outerName(variable->IgnoreParenImpCasts());
  if (!name) return;
  walk_.outer.insert_or_assign(name->key, *name);
  const int scalar = walk_.record.scalar(name->key);
  model_.scalars[static_cast<std::size_t>(scalar)].handedOn = true;
  walk_.record.captureScalar(*name, scalar);
}

bool Updates::tryChoice(const clang::BinaryOperator* assignment) {
  if (assignment->getOpcode() != clang::BO_Assign || walk_.searching || valueIsUsed(assignment)) return false;
  if (const auto guarded = walk_.extrema.guardedChoice(assignment);
      guarded && (walk_.extrema.tryGuarded(*guarded) || walk_.extrema.tryLocation(*guarded)))
    return true;
  const clang::Expr* target = assignment->getLHS();
  const clang::QualType type = target->getType();
  if (!type->isArithmeticType() || type.isVolatileQualified() || !keepsItself(assignment->getRHS(), target))
    return false;
  const auto name = walk_.names.outerName(target);
  if (!name || state_.assigned.contains(name->key) || walk_.induction.stepsEvenly(name->key)) return false;
  if (!std::holds_alternative<OuterPlace>(walk_.lvalues.place(target))) return false;
  walkChoice(target, assignment->getRHS());
  return true;
}

void Updates::walkChoice(const clang::Expr* target, const clang::Expr* value) {
  if (same(value, target)) return mention(value);
  if (const auto shape = assignedShape(target, value); shape && !shape->takesNan && updatable(target, *shape)) {
    const bool logical = shape->op == UpdateOperator::LogicalAnd || shape->op == UpdateOperator::LogicalOr;
    for (const clang::Expr* operand : shape->operands)
      logical ? walk_.expressions.evaluateConditionally(operand)
              : static_cast<void>(walk_.expressions.valueOf(operand));
    return recordUpdate(*shape, walk_.lvalues.place(target), {});
  }
  const auto* choice = llvm::dyn_cast<clang::ConditionalOperator>(value->IgnoreParenImpCasts());
  if (!choice) {
    walk_.expressions.valueOf(value);
    walk_.chosen = value;
    walk_.lvalues.store(walk_.lvalues.place(target), std::monostate{}, target, target->getType());
    walk_.chosen = nullptr;
    return;
  }
  walk_.expressions.evaluate(choice->getCond());
  ++model_.branches;
  const State before = state_;
  const auto branch = [&](const clang::Expr* chosen, bool holds) {
    state_ = before;
    state_.certain = false;
    for (const Polynomial& c : walk_.expressions.constraintsOf(choice->getCond(), holds))
      state_.conditions.push_back(c);
    walkChoice(target, chosen);
    state_.conditions = before.conditions;
    return state_;
  };
  const State yes = branch(choice->getTrueExpr(), true);
  const State no = branch(choice->getFalseExpr(), false);
  state_ = Statements::merged(yes, no);
  state_.certain = before.certain;
}

}  // namespace clustrix::compiler
