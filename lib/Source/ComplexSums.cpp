#include "Source/ComplexSums.h"

#include "Library/Standard.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclTemplate.h"

#include <algorithm>
#include <array>

namespace clustrix::compiler {

bool isComplexNumber(clang::QualType type) {
  const auto* complex = ofKind(type, ClassKind::Complex);
  if (!complex) return false;
  const auto& arguments = complex->getTemplateArgs();
  return arguments.size() == 1 && arguments[0].getKind() == clang::TemplateArgument::Type &&
         arguments[0].getAsType()->isRealFloatingType();
}

namespace {

/// `a + b`, `a == b`, `2i`
bool isOperatorOfNumbers(const clang::FunctionDecl& function) {
  if (const clang::IdentifierInfo* literal = function.getLiteralIdentifier())
    return literal->isStr("i") || literal->isStr("if");
  switch (function.getOverloadedOperator()) {
    case clang::OO_Plus:
    case clang::OO_Minus:
    case clang::OO_Star:
    case clang::OO_Slash:
    case clang::OO_EqualEqual:
    case clang::OO_ExclaimEqual:
      return true;
    default:
      return false;
  }
}

}  // namespace

bool isComplexFunction(const clang::FunctionDecl& function) {
  const auto* method = llvm::dyn_cast<clang::CXXMethodDecl>(&function);
  const clang::ASTContext& context = function.getASTContext();
  if (method) return isComplexNumber(context.getTypeDeclType(method->getParent()));
  if (!function.isInStdNamespace() || !context.getSourceManager().isInSystemHeader(function.getLocation()))
    return false;
  // Those of the library's headers about other things are called with complex numbers, too.
  if (!isOperatorOfNumbers(function) && !does(&function, Does::OfComplex)) return false;
  const auto isNumber = [](const clang::ParmVarDecl* parameter) { return isComplexNumber(parameter->getType()); };
  return isComplexNumber(function.getReturnType()) ||
         std::any_of(function.param_begin(), function.param_end(), isNumber);
}

std::optional<DeclaredReduction> sumOfComplex(const clang::FunctionDecl& function) {
  const clang::OverloadedOperatorKind op = function.getOverloadedOperator();
  const bool inPlace = op == clang::OO_PlusEqual || op == clang::OO_MinusEqual;
  if (!inPlace && op != clang::OO_Plus && op != clang::OO_Minus) return std::nullopt;
  const auto* method = llvm::dyn_cast<clang::CXXMethodDecl>(&function);
  if (!method && !function.isInStdNamespace()) return std::nullopt;
  if ((method != nullptr) != inPlace || function.getNumParams() != (inPlace ? 1u : 2u)) return std::nullopt;
  const clang::ASTContext& context = function.getASTContext();
  const clang::QualType type = method ? context.getTypeDeclType(method->getParent())
                                      : function.getReturnType().getNonReferenceType().getUnqualifiedType();
  if (!isComplexNumber(type)) return std::nullopt;
  const auto isSummand = [](const clang::ParmVarDecl* parameter) {
    return isComplexNumber(parameter->getType()) || parameter->getType().getNonReferenceType()->isRealFloatingType();
  };
  for (const clang::ParmVarDecl* parameter : function.parameters())
    if (!isSummand(parameter)) return std::nullopt;
  clang::PrintingPolicy policy(context.getLangOpts());
  policy.adjustForCPlusPlus();
  const auto* complex = llvm::cast<clang::ClassTemplateSpecializationDecl>(type->getAsCXXRecordDecl());
  const clang::QualType part = complex->getTemplateArgs()[0].getAsType();
  const std::string zero = part->isSpecificBuiltinType(clang::BuiltinType::Float)        ? "-0.0f"
                           : part->isSpecificBuiltinType(clang::BuiltinType::LongDouble) ? "-0.0L"
                                                                                         : "-0.0";
  // Adding 0.0 would turn -0.0 into 0.0.
  const std::string identity = "::std::complex<" + part.getAsString(policy) + ">(" + zero + ", " + zero + ")";
  DeclaredReduction sum{type.getCanonicalType(), inPlace, {clang::getOperatorSpelling(op), identity, "%l += %r;"}};
  sum.operation.proven = true;
  sum.leftOnly = op == clang::OO_Minus;
  return sum;
}

}  // namespace clustrix::compiler
