// Constraints: what a condition says about counters and parameters where it holds, or where it does not.
#include "Walker.h"

namespace clustrix::compiler {

std::vector<Polynomial> Walker::constraintsOf(const clang::Expr* condition, bool holds) {
  condition = condition->IgnoreParenImpCasts();
  if (const auto* unary = llvm::dyn_cast<clang::UnaryOperator>(condition))
    return unary->getOpcode() == clang::UO_LNot ? constraintsOf(unary->getSubExpr(), !holds)
                                                : std::vector<Polynomial>{};
  const auto* op = llvm::dyn_cast<clang::BinaryOperator>(condition);
  if (!op) return {};
  if (op->getOpcode() == (holds ? clang::BO_LAnd : clang::BO_LOr)) {
    auto all = constraintsOf(op->getLHS(), holds);
    for (const Polynomial& more : constraintsOf(op->getRHS(), holds)) all.push_back(more);
    return all;
  }
  if (!op->isComparisonOp() || !isInteger(op->getLHS()->getType()) || !isInteger(op->getRHS()->getType())) return {};
  if (op->getLHS()->HasSideEffects(context_) || op->getRHS()->HasSideEffects(context_)) return {};
  // The operands were evaluated already; evaluated again for their values only.
  const std::size_t accesses = model.accesses.size();
  const auto scalars = model.scalars;
  const auto obligations = model.obligations;
  const Value left = evaluate(op->getLHS());
  const Value right = evaluate(op->getRHS());
  model.accesses.resize(accesses);
  model.scalars = scalars;
  model.obligations = obligations;
  const auto* a = std::get_if<IntegerValue>(&left);
  const auto* b = std::get_if<IntegerValue>(&right);
  if (!a || !b || !a->needs.empty() || !b->needs.empty()) return {};
  const auto difference = [](const IntegerValue& x, const IntegerValue& y, std::int64_t minus) {
    const auto d = subtract(x.polynomial, y.polynomial);
    return d ? subtract(*d, Polynomial(minus)) : std::nullopt;
  };
  auto kind = op->getOpcode();
  if (!holds) kind = clang::BinaryOperator::negateComparisonOp(kind);
  std::vector<std::optional<Polynomial>> found;
  if (kind == clang::BO_LT) found = {difference(*b, *a, 1)};
  if (kind == clang::BO_LE) found = {difference(*b, *a, 0)};
  if (kind == clang::BO_GT) found = {difference(*a, *b, 1)};
  if (kind == clang::BO_GE) found = {difference(*a, *b, 0)};
  if (kind == clang::BO_EQ) found = {difference(*a, *b, 0), difference(*b, *a, 0)};
  std::vector<Polynomial> constraints;
  for (const auto& one : found)
    if (one) constraints.push_back(*one);
  return constraints;
}

}  // namespace clustrix::compiler
