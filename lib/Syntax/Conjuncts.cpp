#include "Syntax/Conjuncts.h"

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

const clang::BinaryOperator* alternativesIn(const Conjunct& conjunct) {
  const auto* both = llvm::dyn_cast<clang::BinaryOperator>(conjunct.test->IgnoreParenImpCasts());
  return both && both->getOpcode() == (conjunct.holds ? clang::BO_LOr : clang::BO_LAnd) ? both : nullptr;
}

}  // namespace clustrix::compiler
