// Choices between a new value and the one that a variable has: assignments under a condition.
//
//     last = a[i] > 0 ? i : last;            if (a[i] > 0) last = i;
//     s = a[i] > 0 ? s + a[i] : s;           if (a[i] > 0) s = s + a[i];
//     n = a[i] > 0 ? n + 1 : b[i] ? n + 2 : n;
//
// The kernel keeps the text, and takes note of an assignment in the value that is chosen.
#include "Lower/Walker.h"
#include "Syntax/Types.h"

namespace clustrix::compiler {

/// Whether some branch of the choice gives the variable what it has.
bool Walker::keepsItself(const clang::Expr* value, const clang::Expr* target) const {
  const auto* choice = llvm::dyn_cast<clang::ConditionalOperator>(value->IgnoreParenImpCasts());
  if (!choice || !keepsValue(context_, target->getType(), choice->getType())) return false;
  for (const clang::Expr* branch : {choice->getTrueExpr(), choice->getFalseExpr()})
    if (same(branch, target) || keepsItself(branch, target)) return true;
  return false;
}

/// The variable stands in the text, and is not read there.
void Walker::mention(const clang::Expr* variable) {
  const auto name = outerName(variable->IgnoreParenImpCasts());
  if (!name) return;
  outer_.insert_or_assign(name->key, *name);
  captureScalar(*name, scalar(name->key));
}

bool Walker::tryChoice(const clang::BinaryOperator* assignment) {
  if (assignment->getOpcode() != clang::BO_Assign || searching_ || valueIsUsed(assignment)) return false;
  if (const auto guarded = guardedChoice(assignment); guarded && (tryGuarded(*guarded) || tryLocation(*guarded)))
    return true;
  const clang::Expr* target = assignment->getLHS();
  const clang::QualType type = target->getType();
  if (!type->isArithmeticType() || type.isVolatileQualified() || !keepsItself(assignment->getRHS(), target))
    return false;
  const auto name = outerName(target);
  if (!name || state_.assigned.contains(name->key) || stepsEvenly(name->key)) return false;
  if (!std::holds_alternative<OuterPlace>(place(target))) return false;
  walkChoice(target, assignment->getRHS());
  return true;
}

void Walker::walkChoice(const clang::Expr* target, const clang::Expr* value) {
  if (same(value, target)) return mention(value);
  if (const auto shape = assignedShape(target, value); shape && !shape->takesNan && updatable(target, *shape)) {
    const bool logical = shape->op == UpdateOperator::LogicalAnd || shape->op == UpdateOperator::LogicalOr;
    for (const clang::Expr* operand : shape->operands)
      logical ? evaluateConditionally(operand) : static_cast<void>(valueOf(operand));
    return recordUpdate(*shape, place(target), {});
  }
  const auto* choice = llvm::dyn_cast<clang::ConditionalOperator>(value->IgnoreParenImpCasts());
  if (!choice) {
    valueOf(value);
    chosen_ = value;
    store(place(target), std::monostate{}, target, target->getType());
    chosen_ = nullptr;
    return;
  }
  evaluate(choice->getCond());
  ++model.branches;
  const State before = state_;
  const auto branch = [&](const clang::Expr* chosen, bool holds) {
    state_ = before;
    state_.certain = false;
    for (const Polynomial& c : constraintsOf(choice->getCond(), holds)) state_.conditions.push_back(c);
    walkChoice(target, chosen);
    state_.conditions = before.conditions;
    return state_;
  };
  const State yes = branch(choice->getTrueExpr(), true);
  const State no = branch(choice->getFalseExpr(), false);
  state_ = merged(yes, no);
  state_.certain = before.certain;
}

}  // namespace clustrix::compiler
