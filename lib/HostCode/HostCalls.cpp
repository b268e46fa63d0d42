// Calls in host code: members of containers that touch no element, exchanges of pointers and of containers, functions
// of numbers, output of numbers, and calls of annotated functions of the same file.
#include "HostCode/Escapes.h"
#include "HostCode/HostEvaluation.h"
#include "Library/LibraryFunctions.h"
#include "Library/LibraryTypes.h"
#include "Library/Standard.h"

#include "clang/AST/Attr.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/Basic/Builtins.h"
#include "clang/Basic/SourceManager.h"

#include <algorithm>
#include <array>

namespace clustrix::compiler {

void Evaluation::argument(const clang::Expr* one) {
  if (one->isGLValue())
    load(one);
  else
    value(one);
}

void Evaluation::arguments(const clang::CallExpr* call) {
  for (const clang::Expr* one : call->arguments()) argument(one);
}

/// The part of a container that leads to its elements. Launches write numbers and plain structures: never the header of
/// a container that has a destructor.
void Evaluation::header(const clang::Expr* container) {
  value(container);
  const clang::QualType type = container->getType().getNonReferenceType();
  const bool isWritten = !isInPlace(type) && type.isDestructedType() == clang::QualType::DK_none;
  if (touch_.anything || !isWritten || !container->isGLValue()) return;
  const clang::VarDecl* variable = variableOf(container);
  if (variable && host_.isRegister(variable)) return;
  const auto place = placeOf(container);
  if (!place) return anything();
  note(touch_.reads, *place);
  readsOutsideCall_ = readsOutsideCall_ || !inArguments_;
}

void Evaluation::valueOfCall(const clang::CallExpr* call) {
  const clang::FunctionDecl* callee = call->getDirectCallee();
  if (!callee) return anything();
  if (const auto* op = llvm::dyn_cast<clang::CXXOperatorCallExpr>(call); op && operatorCall(op)) return;
  if (containerCall(call) || exchangeCall(call) || libraryCall(call) || freeCall(call) || lend(call) ||
      helperCall(call))
    return;
  anything();
}

bool Evaluation::operatorCall(const clang::CXXOperatorCallExpr* call) {
  const auto* method = llvm::dyn_cast<clang::CXXMethodDecl>(call->getDirectCallee());
  const auto op = call->getOperator();
  if (op == clang::OO_Equal && method && method->isTrivial()) {
    argument(call->getArg(1));
    change(call->getArg(0));
    return true;
  }
  const clang::QualType object = call->getArg(0)->getType();
  // Bits have no places of their own: their value is read at once.
  const bool element = (op == clang::OO_Subscript || op == clang::OO_Star) && call->isGLValue();
  if (ownerClass(object) && method && element) {
    header(call->getArg(0));
    for (unsigned i = 1; i < call->getNumArgs(); ++i) argument(call->getArg(i));
    return true;
  }
  if (!isIteratorType(object)) return false;
  if (movesIterator(call)) {
    for (unsigned i = 1; i < call->getNumArgs(); ++i) argument(call->getArg(i));
    change(call->getArg(0));
  } else {
    arguments(call);
  }
  return true;
}

/// `v.size()`, `v.data()`, `std::begin(v)`, `v.front()` (which names an element without reading it), `v.swap(w)`.
bool Evaluation::containerCall(const clang::CallExpr* call) {
  const auto [role, object] = askedOf(call);
  const unsigned others = llvm::isa<clang::CXXMemberCallExpr>(call) ? call->getNumArgs() : 0;
  if (role == Role::None || object->getType()->isPointerType() || !ownerClass(object->getType())) return false;
  if (role == Role::Swap && isApart(object->getType()) && others == 1 && isApart(call->getArg(0)->getType())) {
    value(object);
    value(call->getArg(0));
    return true;
  }
  const bool isReverse = role == Role::ReverseBegin || role == Role::ReverseEnd;
  if (others != 0 || isReverse || isPartOfView(role) || !leavesAsItIs(role)) return false;
  if ((role == Role::Front || role == Role::Back) && !call->isGLValue()) return false;
  header(object);
  return true;
}

bool Evaluation::exchangeCall(const clang::CallExpr* call) {
  const clang::FunctionDecl* callee = call->getDirectCallee();
  const bool swaps = isExchange(callee, Does::Swap);
  if (!swaps && !isExchange(callee, Does::Exchange)) return false;
  const clang::QualType type = call->getArg(0)->getType();
  if (type->isScalarType() || isIteratorType(type)) {
    exchanges_ = call == root_;  // both are found before one is changed
    if (swaps)
      change(call->getArg(1));
    else
      argument(call->getArg(1));
    change(call->getArg(0));
    exchanges_ = false;
    return true;
  }
  // Elements keep their addresses.
  if (!swaps || !isApart(type)) return false;
  value(call->getArg(0));
  value(call->getArg(1));
  return true;
}

bool Evaluation::libraryCall(const clang::CallExpr* call) {
  const clang::FunctionDecl* callee = call->getDirectCallee();
  if (isPureFunction(callee)) {
    arguments(call);
    return true;
  }
  if (isClockFunction(callee)) {
    arguments(call);
    if (const auto* method = llvm::dyn_cast<clang::CXXMemberCallExpr>(call))
      argument(method->getImplicitObjectArgument());
    return true;
  }
  const auto isNumber = [](const clang::Expr* one) { return one->getType()->isArithmeticType(); };
  switch (callee->getBuiltinID()) {
    case clang::Builtin::BImove:
    case clang::Builtin::BIforward:
    case clang::Builtin::BIas_const:
    case clang::Builtin::BIaddressof:
      values(call->children());
      return true;
    case clang::Builtin::BI__builtin_expect:
    case clang::Builtin::BImalloc:
    case clang::Builtin::BIcalloc:
      arguments(call);
      return true;
    case clang::Builtin::BIprintf:
      // Numbers by value, and text that is in the program.
      if (!std::all_of(call->arg_begin(), call->arg_end(), [&](const clang::Expr* one) {
            return isNumber(one) || llvm::isa<clang::StringLiteral>(one->IgnoreParenImpCasts());
          }))
        return false;
      arguments(call);
      return true;
    default:
      break;
  }
  // What an assertion that fails prints is text of the program; nothing comes after it.
  return callee->isExternC() && callee->getIdentifier() && callee->getName() == "__assert_fail" &&
         callee->getASTContext().getSourceManager().isInSystemHeader(callee->getLocation());
}

/// A call that is certain to come to the function's own text, with arguments that launch nothing themselves.
bool Evaluation::lend(const clang::CallExpr* call) {
  const clang::FunctionDecl* callee = call->getDirectCallee();
  const auto function = host_.annotated(callee);
  if (!function || touch_.lends >= 0 || conditional_ || inArguments_ || callee->hasAttr<clang::WeakAttr>())
    return false;
  const auto* method = llvm::dyn_cast<clang::CXXMethodDecl>(callee);
  const auto* member = llvm::dyn_cast<clang::CXXMemberCallExpr>(call);
  if (method && method->isVirtual()) return false;
  if (method && !method->isStatic() && (!member || member->getNumArgs() != call->getNumArgs())) return false;
  inArguments_ = true;
  if (member) value(member->getImplicitObjectArgument());
  for (const clang::Expr* one : call->arguments()) value(one);
  inArguments_ = false;
  touch_.lends = *function;
  return true;
}

/// New memory, and a copy of a structure as its bytes.
void Evaluation::valueOfConstruction(const clang::CXXConstructExpr* made) {
  const clang::CXXConstructorDecl* constructor = made->getConstructor();
  if (constructor->isTrivial()) {
    for (const clang::Expr* one : made->arguments()) argument(one);
    return;
  }
  if (isIteratorType(made->getType()) || isClockFunction(constructor)) {
    for (const clang::Expr* one : made->arguments()) argument(one);
    return;
  }
  if (!isNumberVector(made->getType()) || constructor->isCopyConstructor()) return anything();
  if (constructor->isMoveConstructor()) return value(made->getArg(0));
  for (const clang::Expr* one : made->arguments()) {
    const clang::QualType type = one->getType().getNonReferenceType();
    if (llvm::isa<clang::CXXDefaultArgExpr>(one)) continue;  // the allocator
    const bool numbers = isOfKind(type, ClassKind::List);
    if (!type->isArithmeticType() && !(numbers && !one->isGLValue())) return anything();
    argument(one);
  }
}

void Evaluation::valueOfNew(const clang::CXXNewExpr* made) {
  const clang::FunctionDecl* allocate = made->getOperatorNew();
  if (!allocate || !allocate->isReplaceableGlobalAllocationFunction() || made->getNumPlacementArgs() != 0 ||
      !made->getAllocatedType()->isArithmeticType())
    return anything();
  if (made->getArraySize() && *made->getArraySize()) value(*made->getArraySize());
  if (made->getInitializer()) value(made->getInitializer());
}

}  // namespace clustrix::compiler
