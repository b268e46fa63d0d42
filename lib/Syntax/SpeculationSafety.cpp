#include "Syntax/SpeculationSafety.h"

#include "Library/LibraryFunctions.h"
#include "Library/Standard.h"

#include <algorithm>

namespace clustrix::compiler {

namespace {

const clang::Expr* plain(const clang::Expr* expression) { return expression->IgnoreParenImpCasts(); }

/// A number that is written out and may stand there.
bool isPlainOperand(const clang::Expr* operand, bool divides) {
  const auto* number = llvm::dyn_cast<clang::IntegerLiteral>(plain(operand));
  return number && !(divides && number->getValue().isZero());
}

}  // namespace

bool isSafeToSpeculate(const clang::Stmt* expression, bool inSubscript) {
  if (!expression) return true;
  if (llvm::isa<clang::LambdaExpr, clang::StmtExpr, clang::CXXThrowExpr, clang::CXXNewExpr, clang::CXXDeleteExpr>(
          expression))
    return false;
  if (const auto* unary = llvm::dyn_cast<clang::UnaryOperator>(expression)) {
    if (unary->isIncrementDecrementOp()) return false;
    if (unary->getOpcode() == clang::UO_Deref) return !inSubscript && isSafeToSpeculate(unary->getSubExpr(), true);
  }
  if (const auto* op = llvm::dyn_cast<clang::BinaryOperator>(expression)) {
    const bool divides = op->getOpcode() == clang::BO_Div || op->getOpcode() == clang::BO_Rem;
    if (op->isAssignmentOp() || op->isPtrMemOp()) return false;
    if ((divides || op->isShiftOp()) && op->getType()->isIntegerType() && !isPlainOperand(op->getRHS(), divides))
      return false;
  }
  // What an arrow follows was loaded, as what a star follows; `this` was not.
  if (const auto* member = llvm::dyn_cast<clang::MemberExpr>(expression))
    if (member->isArrow() && !llvm::isa<clang::CXXThisExpr>(plain(member->getBase())))
      return !inSubscript && isSafeToSpeculate(member->getBase(), true);
  if (const auto* element = llvm::dyn_cast<clang::ArraySubscriptExpr>(expression)) {
    const bool isArray = plain(element->getBase())->getType()->isArrayType();  // a row is no further load
    return !inSubscript && isSafeToSpeculate(element->getBase(), !isArray) &&
           isSafeToSpeculate(element->getIdx(), true);
  }
  if (const auto* call = llvm::dyn_cast<clang::CallExpr>(expression)) {
    const auto* op = llvm::dyn_cast<clang::CXXOperatorCallExpr>(call);
    const auto* method = llvm::dyn_cast_or_null<clang::CXXMethodDecl>(call->getDirectCallee());
    const bool library = method && method->getParent()->isInStdNamespace();
    if (op && library && op->getOperator() == clang::OO_Subscript)
      return !inSubscript && isSafeToSpeculate(op->getArg(0), true) && isSafeToSpeculate(op->getArg(1), true);
    const Role role = roleOf(method);
    if (role != Role::Size && role != Role::Empty && !isPureFunction(call->getDirectCallee())) return false;
  }
  return std::all_of(expression->child_begin(), expression->child_end(),
                     [&](const clang::Stmt* child) { return isSafeToSpeculate(child, inSubscript); });
}

}  // namespace clustrix::compiler
