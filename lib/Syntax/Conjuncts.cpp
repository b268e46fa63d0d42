#include "Syntax/Conjuncts.h"

#include "clang/AST/Stmt.h"

namespace clustrix::compiler {

namespace {

void takeApart(const clang::Expr* condition, bool holds, const clang::Expr* none, std::vector<Conjunct>& into) {
  const clang::Expr* inner = condition->IgnoreParenImpCasts();
  if (const auto* negation = llvm::dyn_cast<clang::UnaryOperator>(inner);
      negation && negation->getOpcode() == clang::UO_LNot)
    return takeApart(negation->getSubExpr(), !holds, none, into);
  const auto* both = llvm::dyn_cast<clang::BinaryOperator>(inner);
  if (both && none && alternativesIn({both, holds}) && both->getLHS() == none)
    return takeApart(both->getRHS(), holds, none, into);
  if (!both || both->getOpcode() != (holds ? clang::BO_LAnd : clang::BO_LOr)) return into.push_back({condition, holds});
  takeApart(both->getLHS(), holds, none, into);
  takeApart(both->getRHS(), holds, none, into);
}

}  // namespace

std::vector<Conjunct> conjuncts(const clang::Expr* condition, bool holds, const clang::Expr* none) {
  std::vector<Conjunct> result;
  takeApart(condition, holds, none, result);
  return result;
}

void addGuards(const clang::Stmt* around, const clang::Stmt* inner, std::vector<Conjunct>& guards) {
  const auto take = [&](const clang::Expr* condition, bool holds) {
    for (const Conjunct& one : conjuncts(condition, holds)) guards.push_back(one);
  };
  if (const auto* branch = llvm::dyn_cast<clang::IfStmt>(around)) {
    const bool plain = !branch->getInit() && !branch->getConditionVariable() && !branch->isConsteval();
    if (plain && branch->getThen() == inner) take(branch->getCond(), true);
    if (plain && branch->getElse() == inner) take(branch->getCond(), false);
  } else if (const auto* choice = llvm::dyn_cast<clang::ConditionalOperator>(around)) {
    if (choice->getTrueExpr() == inner) take(choice->getCond(), true);
    if (choice->getFalseExpr() == inner) take(choice->getCond(), false);
  } else if (const auto* both = llvm::dyn_cast<clang::BinaryOperator>(around); both && both->isLogicalOp()) {
    if (both->getRHS() == inner) take(both->getLHS(), both->getOpcode() == clang::BO_LAnd);
  }
}

const clang::BinaryOperator* alternativesIn(const Conjunct& conjunct) {
  const auto* both = llvm::dyn_cast<clang::BinaryOperator>(conjunct.test->IgnoreParenImpCasts());
  return both && both->getOpcode() == (conjunct.holds ? clang::BO_LOr : clang::BO_LAnd) ? both : nullptr;
}

}  // namespace clustrix::compiler
