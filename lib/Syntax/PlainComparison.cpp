#include "Syntax/PlainComparison.h"

#include "Library/LibraryFunctions.h"
#include "Library/LibraryTypes.h"
#include "Library/Standard.h"

#include "clang/AST/DeclTemplate.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/Stmt.h"
#include "llvm/ADT/STLExtras.h"

namespace clustrix::compiler {

namespace {

bool isPlain(const clang::Expr* expression);

/// A parameter, a member of one, or an element of an array in one.
bool isPart(const clang::Expr* part) {
  part = part->IgnoreParenImpCasts();
  if (const auto* name = llvm::dyn_cast<clang::DeclRefExpr>(part))
    return llvm::isa<clang::ParmVarDecl>(name->getDecl());
  if (const auto* member = llvm::dyn_cast<clang::MemberExpr>(part)) {
    const auto* field = llvm::dyn_cast<clang::FieldDecl>(member->getMemberDecl());
    return field && !member->isArrow() && !field->getType()->isReferenceType() && isPart(member->getBase());
  }
  const auto* element = llvm::dyn_cast<clang::ArraySubscriptExpr>(part);
  return element && llvm::isa<clang::IntegerLiteral>(element->getIdx()->IgnoreParenImpCasts()) &&
         element->getBase()->IgnoreParenImpCasts()->getType()->isArrayType() && isPart(element->getBase());
}

bool isPlain(const clang::Expr* expression) {
  if (!expression->getType()->isArithmeticType() || expression->getType().isVolatileQualified()) return false;
  expression = expression->IgnoreParenImpCasts();
  if (llvm::isa<clang::IntegerLiteral, clang::FloatingLiteral, clang::CXXBoolLiteralExpr, clang::CharacterLiteral>(
          expression))
    return true;
  if (const auto* cast = llvm::dyn_cast<clang::ExplicitCastExpr>(expression)) return isPlain(cast->getSubExpr());
  if (const auto* unary = llvm::dyn_cast<clang::UnaryOperator>(expression))
    return (unary->isArithmeticOp() || unary->getOpcode() == clang::UO_LNot) && isPlain(unary->getSubExpr());
  if (const auto* binary = llvm::dyn_cast<clang::BinaryOperator>(expression))
    return !binary->isAssignmentOp() && !binary->isCommaOp() && isPlain(binary->getLHS()) && isPlain(binary->getRHS());
  if (const auto* choice = llvm::dyn_cast<clang::ConditionalOperator>(expression))
    return isPlain(choice->getCond()) && isPlain(choice->getTrueExpr()) && isPlain(choice->getFalseExpr());
  if (const auto* call = llvm::dyn_cast<clang::CallExpr>(expression))
    return isPureFunction(call->getDirectCallee()) && llvm::all_of(call->arguments(), isPlain);
  return isPart(expression);
}

}  // namespace

bool isPlainComparison(const clang::Expr* comparison) {
  comparison = comparison->IgnoreImplicit();
  if (const auto* construction = llvm::dyn_cast<clang::CXXConstructExpr>(comparison);
      construction && construction->getNumArgs() == 1)
    comparison = construction->getArg(0)->IgnoreImplicit();
  const auto* lambda = llvm::dyn_cast<clang::LambdaExpr>(comparison);
  const clang::QualType type = comparison->getType();
  if (!lambda) return isOfKind(type, ClassKind::Order) && !comparison->isGLValue();
  const auto* body = llvm::dyn_cast<clang::CompoundStmt>(lambda->getBody());
  if (lambda->capture_size() != 0 || lambda->isGenericLambda() || !body || body->size() != 1) return false;
  const auto* answer = llvm::dyn_cast<clang::ReturnStmt>(body->body_front());
  return answer && answer->getRetValue() && isPlain(answer->getRetValue());
}

}  // namespace clustrix::compiler
