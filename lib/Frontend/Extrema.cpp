// The lesser or the greater of two integers, as a bound: both bounds hold.
//
//     i < std::min(a, b), i < (a < b ? a : b)     i < a and i < b
//     for (int i = std::max(a, b); ...; ++i)      i = some value that is at least a and at least b, and steps behind it
#include "Walker.h"

namespace clustrix::compiler {

namespace {

/// What keeps the value and the type: parentheses, reads, temporaries.
const clang::Expr* plain(const clang::Expr* expression) {
  for (;;) {
    expression = expression->IgnoreParens();
    if (const auto* full = llvm::dyn_cast<clang::FullExpr>(expression))
      expression = full->getSubExpr();
    else if (const auto* temporary = llvm::dyn_cast<clang::MaterializeTemporaryExpr>(expression))
      expression = temporary->getSubExpr();
    else if (const auto* cast = llvm::dyn_cast<clang::ImplicitCastExpr>(expression);
             cast && (cast->getCastKind() == clang::CK_LValueToRValue || cast->getCastKind() == clang::CK_NoOp))
      expression = cast->getSubExpr();
    else
      return expression;
  }
}

bool sameInteger(clang::QualType left, clang::QualType right) {
  left = left.getNonReferenceType();
  return left->isIntegralOrEnumerationType() && !left->isBooleanType() &&
         left.getCanonicalType().getUnqualifiedType() ==
             right.getNonReferenceType().getCanonicalType().getUnqualifiedType();
}

}  // namespace

std::optional<Walker::Extremum> Walker::extremumOf(const clang::Expr* expression) const {
  expression = plain(expression);
  Extremum result;
  if (const auto* call = llvm::dyn_cast<clang::CallExpr>(expression)) {
    const clang::FunctionDecl* callee = call->getDirectCallee();
    if (!callee || !callee->getIdentifier() || !callee->isInStdNamespace() || call->getNumArgs() != 2) return {};
    if (callee->getName() != "min" && callee->getName() != "max") return {};
    result = {callee->getName() == "min", call->getArg(0), call->getArg(1)};
  } else if (const auto* choice = llvm::dyn_cast<clang::ConditionalOperator>(expression)) {
    const auto* condition = llvm::dyn_cast<clang::BinaryOperator>(choice->getCond()->IgnoreParens());
    if (!condition || !condition->isRelationalOp()) return {};
    const clang::Expr *yes = choice->getTrueExpr(), *no = choice->getFalseExpr();
    const clang::Expr *left = condition->getLHS(), *right = condition->getRHS();
    const bool less = condition->getOpcode() == clang::BO_LT || condition->getOpcode() == clang::BO_LE;
    if (!sameInteger(left->getType(), yes->getType()) || !sameInteger(right->getType(), yes->getType())) return {};
    if (same(plain(left), plain(yes)) && same(plain(right), plain(no)))
      result = {less, left, right};
    else if (same(plain(left), plain(no)) && same(plain(right), plain(yes)))
      result = {!less, left, right};
    else
      return {};
  } else {
    return {};
  }
  for (const clang::Expr* part : {result.first, result.second})
    if (!sameInteger(part->getType(), expression->getType()) || part->HasSideEffects(context_)) return {};
  return result;
}

/// A start that is not known, but lies behind two values that are: some value of the kind. The loop then has no count.
bool Walker::startAtExtremum(Header& header, const clang::Stmt* loop) {
  const clang::Expr* initialiser = initialiserIn(loop, header.variable);
  const auto step = header.step.constant();
  if (!initialiser || header.stepInside || !step || *step == 0) return false;
  const auto extremum = extremumOf(initialiser);
  if (!extremum || extremum->least == (*step > 0) || !sameInteger(initialiser->getType(), header.variable->getType()))
    return false;
  const Polynomial start = Polynomial::symbol(newSymbol(SymbolKind::Opaque, header.variable->getNameAsString()));
  Symbol& symbol = model.symbols.back();
  std::tie(symbol.min, symbol.max) = rangeOf(header.variable->getType());
  const std::size_t accesses = model.accesses.size();
  for (const clang::Expr* part : {extremum->first, extremum->second}) {
    const auto value = boundValue(part);
    const auto* integer = value ? std::get_if<IntegerValue>(&*value) : nullptr;
    if (!integer || !integer->needs.empty()) continue;
    const auto room = *step > 0 ? subtract(start, integer->polynomial) : subtract(integer->polynomial, start);
    if (room) header.constraints.push_back(*room);
  }
  model.accesses.resize(accesses);  // read where the first part was walked
  header.start = IntegerValue{start, {}};
  header.startKnown = false;
  return true;
}

}  // namespace clustrix::compiler
