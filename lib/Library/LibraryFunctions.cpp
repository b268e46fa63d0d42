#include "Library/LibraryFunctions.h"

#include "Library/LibraryTypes.h"
#include "Library/Standard.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/Basic/Builtins.h"
#include "clang/Basic/SourceManager.h"
#include "llvm/ADT/STLExtras.h"

#include <algorithm>
#include <array>

namespace clustrix::compiler {

namespace {

bool isGrowth(const clang::CXXMemberCallExpr* call) {
  const auto* method = call->getMethodDecl();
  if (!method || !method->getIdentifier() || call->getNumArgs() != 1) return false;
  if (call->getImplicitObjectArgument()->getType()->isPointerType()) return false;
  const Role role = roleOf(method);
  return role == Role::Append || role == Role::Emplace;
}

/// A function with a name, none of a class.
bool isOfLibrary(const clang::FunctionDecl* function) {
  if (!function || !function->getIdentifier() || llvm::isa<clang::CXXMethodDecl>(function)) return false;
  const auto& manager = function->getASTContext().getSourceManager();
  const bool fromLibrary = function->isInStdNamespace() || function->isExternC() || function->getBuiltinID() != 0;
  return fromLibrary && (function->getLocation().isInvalid() || manager.isInSystemHeader(function->getLocation()));
}

}  // namespace

const StandardFunction* numberFunction(const clang::FunctionDecl* function) {
  return isOfLibrary(function) ? functionNamed(*function, function->getName()) : nullptr;
}

const StandardFunction* builtinFunction(const clang::FunctionDecl* function) {
  if (!function || function->getBuiltinID() == 0 || !function->getIdentifier()) return nullptr;
  llvm::StringRef name = function->getName();
  return name.consume_front("__builtin_") ? functionNamed(*function, name) : nullptr;
}

namespace {

bool numbersDo(const clang::FunctionDecl* function, Does what) {
  const StandardFunction* known = numberFunction(function);
  return known && known->is(what);
}

}  // namespace

bool writesThroughLast(const clang::FunctionDecl* function) {
  if (!isOfLibrary(function) || function->getNumParams() != 2) return false;
  const StandardFunction* builtin = builtinFunction(function);
  return (numbersDo(function, Does::SecondResult) || (builtin && builtin->is(Does::SecondResult))) &&
         function->getParamDecl(0)->getType()->isArithmeticType() &&
         function->getParamDecl(1)->getType()->isPointerType();
}

bool isDivisionOfLibrary(const clang::FunctionDecl* function) {
  return numbersDo(function, Does::Divide) && function->getNumParams() == 2 &&
         function->getParamDecl(0)->getType()->isIntegerType() && function->getParamDecl(1)->getType()->isIntegerType();
}

namespace {

/// What stands at a pointer or at an iterator of contiguous elements; null of other types.
clang::QualType elementAt(clang::QualType place) {
  return place->isPointerType() ? place->getPointeeType() : iteratorElement(place);
}

}  // namespace

bool isSortOfElements(const clang::FunctionDecl* function) {
  if (!function || !function->isInStdNamespace() || !numbersDo(function, Does::Sort)) return false;
  const unsigned parameters = function->getNumParams();
  if ((parameters != 2 && parameters != 3) ||
      function->getParamDecl(0)->getType() != function->getParamDecl(1)->getType())
    return false;
  const clang::QualType element = elementAt(function->getParamDecl(0)->getType());
  if (element.isNull() || element.isConstQualified() || element.isVolatileQualified()) return false;
  return parameters == 2 ? element->isArithmeticType() : element.isTriviallyCopyableType(function->getASTContext());
}

bool isBisectionOfNumbers(const clang::FunctionDecl* function) {
  if (!function || !function->isInStdNamespace() || !numbersDo(function, Does::Bisect) || function->getNumParams() != 3)
    return false;
  const clang::QualType element = elementAt(function->getParamDecl(0)->getType());
  return !element.isNull() && element->isArithmeticType() && !element.isVolatileQualified() &&
         function->getParamDecl(2)->getType().getNonReferenceType()->isArithmeticType();
}

bool isNeverNegative(const clang::FunctionDecl* function) {
  return numbersDo(function, Does::NeverNegative) && isPureFunction(function);
}

bool isPureFunction(const clang::FunctionDecl* function) {
  const StandardFunction* known = numberFunction(function);
  if (!known) return false;
  // Of a list: two are given as references.
  const bool isMinmax = known->is(Does::Minmax) && function->getNumParams() == 1;
  if (!isMinmax && !known->is(Does::Compute)) return false;
  // Overloads with a comparison, ranges and execution policies are something else.
  for (const clang::ParmVarDecl* parameter : function->parameters()) {
    const clang::QualType type = parameter->getType().getNonReferenceType();
    if (const auto* list = ofKind(type, ClassKind::List); list && function->getNumParams() == 1)
      return list->getTemplateArgs()[0].getAsType()->isArithmeticType();
    if (!type->isArithmeticType()) return false;
    if (parameter->getType()->isReferenceType() && !type.isConstQualified()) return false;
  }
  return true;
}

bool isMinmaxOfNumbers(const clang::FunctionDecl* function) {
  return function && function->isInStdNamespace() && numbersDo(function, Does::Minmax) &&
         function->getNumParams() == 2 && llvm::all_of(function->parameters(), [](const clang::ParmVarDecl* one) {
           return one->getType().getNonReferenceType()->isArithmeticType();
         });
}

bool movesIterator(const clang::CXXOperatorCallExpr* call) {
  const auto kind = call->getOperator();
  const bool moves = kind == clang::OO_PlusPlus || kind == clang::OO_MinusMinus || kind == clang::OO_PlusEqual ||
                     kind == clang::OO_MinusEqual;
  return moves && isIteratorType(call->getArg(0)->getType());
}

bool relatesIterators(const clang::CXXOperatorCallExpr* call) {
  const auto kind = call->getOperator();
  return call->getNumArgs() == 2 && (kind == clang::OO_Minus || call->isComparisonOp()) &&
         isIteratorType(call->getArg(0)->getType()) && isIteratorType(call->getArg(1)->getType());
}

bool isNamingCall(const clang::CallExpr* call) {
  const clang::FunctionDecl* callee = call->getDirectCallee();
  if (!callee || call->getNumArgs() != 1 || !call->isGLValue()) return false;
  switch (callee->getBuiltinID()) {
    case clang::Builtin::BImove:
    case clang::Builtin::BImove_if_noexcept:
    case clang::Builtin::BIforward:
    case clang::Builtin::BIas_const:
      return true;
    default:
      return false;
  }
}

const clang::CXXMemberCallExpr* growthIn(const clang::Expr* expression) {
  const auto* call = llvm::dyn_cast_or_null<clang::CXXMemberCallExpr>(expression);
  return call && isGrowth(call) ? call : nullptr;
}

}  // namespace clustrix::compiler
