#include "KernelText/GivenLambdas.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/DeclTemplate.h"

namespace clustrix::compiler {

std::string givenLambdaType(const clang::FunctionDecl& function, const clang::VarDecl* parameter) {
  const clang::FunctionDecl* pattern = function.getTemplateInstantiationPattern();
  const auto* given = llvm::dyn_cast_or_null<clang::ParmVarDecl>(parameter);
  if (!pattern || !given || given->getDeclContext() != &function ||
      given->getFunctionScopeIndex() >= pattern->getNumParams())
    return "";
  // What the text of the template says, in which the type is a parameter.
  const clang::QualType written =
      pattern->getParamDecl(given->getFunctionScopeIndex())->getType().getNonReferenceType().getUnqualifiedType();
  const auto* type = written->getAs<clang::TemplateTypeParmType>();
  const auto* described = pattern->getDescribedFunctionTemplate();
  if (!type || !described) return "";
  for (const clang::NamedDecl* one : *described->getTemplateParameters()) {
    const auto* declared = llvm::dyn_cast<clang::TemplateTypeParmDecl>(one);
    const bool named = declared && declared->getIdentifier() && !declared->isImplicit();
    if (named && declared->getDepth() == type->getDepth() && declared->getIndex() == type->getIndex())
      return declared->getNameAsString();
  }
  return "";
}

std::string givenLambdaProblem(const clang::FunctionDecl& function, const clang::VarDecl* parameter) {
  if (givenLambdaType(function, parameter).empty()) return "it is not made in this function";
  const auto* record = parameter->getType().getNonReferenceType()->getAsCXXRecordDecl();
  if (!record->isTriviallyCopyable()) return "it has copies of objects that own something";
  for (const clang::LambdaCapture& capture : record->captures()) {
    if (!capture.capturesVariable() || capture.getCaptureKind() != clang::LCK_ByCopy)
      return "it refers to variables of the function that has made it";
    const clang::QualType type = capture.getCapturedVar()->getType();
    if (type->isReferenceType() || !(type->isArithmeticType() || type->isEnumeralType()))
      return "it has a copy of something that is no number";
  }
  const auto isChanged = [](const clang::CXXMethodDecl* call) { return !call->isConst() && !call->isStatic(); };
  if (const auto* generic = record->getDependentLambdaCallOperator()) {
    if (isChanged(llvm::cast<clang::CXXMethodDecl>(generic->getTemplatedDecl()))) return "its calls may change it";
  } else if (isChanged(record->getLambdaCallOperator())) {
    return "its calls may change it";
  }
  return "";
}

}  // namespace clustrix::compiler
