#include "Recurrence/ComparedValues.h"

#include "Library/DeviceBuiltins.h"
#include "Library/Standard.h"

#include "clang/AST/DeclTemplate.h"
#include "clang/AST/ExprCXX.h"

namespace clustrix::compiler {

bool isExtremum(const clang::CallExpr* call) {
  const clang::FunctionDecl* callee = call->getDirectCallee();
  return callee && call->getNumArgs() == 2 && hasNamesakeOfNvcc(*callee) && call->getArg(0)->getType()->isIntegerType();
}

bool comparesList(const clang::FunctionDecl* function) {
  if (!function || !function->getIdentifier() || !function->isInStdNamespace() || function->getNumParams() != 1)
    return false;
  const auto* list = ofKind(function->getParamDecl(0)->getType(), ClassKind::List);
  return list && list->getTemplateArgs()[0].getAsType()->isArithmeticType();
}

std::vector<const clang::Expr*> comparedValues(const clang::CallExpr* call) {
  const auto arguments = call->arguments();
  if (call->getNumArgs() == 2) return {arguments.begin(), arguments.end()};
  if (call->getNumArgs() != 1) return {};
  const clang::Expr* list = call->getArg(0)->IgnoreImplicit();
  if (const auto* made = llvm::dyn_cast<clang::CXXStdInitializerListExpr>(list)) list = made->getSubExpr();
  const auto* values = llvm::dyn_cast<clang::InitListExpr>(list->IgnoreImplicit());
  if (!values) return {};
  return {values->inits().begin(), values->inits().end()};
}

}  // namespace clustrix::compiler
