#include "Syntax/Stores.h"

#include "clang/AST/ExprCXX.h"

namespace clustrix::compiler {

const clang::Stmt* plainExpression(const clang::Stmt* statement) {
  const auto* expression = llvm::dyn_cast<clang::Expr>(statement);
  if (!expression) return statement;
  expression = expression->IgnoreParens();
  if (const auto* full = llvm::dyn_cast<clang::FullExpr>(expression)) return plainExpression(full->getSubExpr());
  return expression;
}

const clang::BinaryOperator* assignmentIn(const clang::Stmt* statement) {
  if (!statement) return nullptr;
  const auto* assignment = llvm::dyn_cast<clang::BinaryOperator>(plainExpression(statement));
  return assignment && assignment->getOpcode() == clang::BO_Assign ? assignment : nullptr;
}

const clang::Expr* storeTarget(const clang::Stmt* statement) {
  statement = plainExpression(statement);
  if (const auto* op = llvm::dyn_cast<clang::BinaryOperator>(statement))
    return op->isAssignmentOp() ? op->getLHS()->IgnoreParens() : nullptr;
  if (const auto* call = llvm::dyn_cast<clang::CXXOperatorCallExpr>(statement))
    return call->getOperator() == clang::OO_Equal && call->getNumArgs() == 2 ? call->getArg(0)->IgnoreParens()
                                                                             : nullptr;
  return nullptr;
}

StoredElement storedElement(const clang::Expr* target) {
  target = target->IgnoreParenImpCasts();
  if (const auto* member = llvm::dyn_cast<clang::MemberExpr>(target))
    return member->isArrow() || !llvm::isa<clang::FieldDecl>(member->getMemberDecl())
               ? StoredElement{}
               : storedElement(member->getBase());
  if (const auto* element = llvm::dyn_cast<clang::ArraySubscriptExpr>(target))
    return {element->getBase()->IgnoreParenImpCasts(), element->getIdx()};
  const auto* call = llvm::dyn_cast<clang::CXXOperatorCallExpr>(target);
  if (call && call->getOperator() == clang::OO_Subscript && call->getNumArgs() == 2)
    return {call->getArg(0)->IgnoreParenImpCasts(), call->getArg(1)};
  return {};
}

}  // namespace clustrix::compiler
