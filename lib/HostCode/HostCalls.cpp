// Calls in host code: members of containers that touch no element, exchanges of pointers and of containers, functions
// of numbers, output of numbers, and calls of annotated functions of the same file.
#include "HostCode/Escapes.h"
#include "HostCode/HostEvaluation.h"
#include "Library/LibraryFunctions.h"
#include "Library/LibraryTypes.h"

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
  if (touch_.anything || ownerName(container->getType()) != "span" || !container->isGLValue()) return;
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
  if (!ownerName(object).empty() && method && element) {
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
  const clang::FunctionDecl* callee = call->getDirectCallee();
  if (!callee->getIdentifier()) return false;
  const llvm::StringRef name = callee->getName();
  const clang::Expr* object = nullptr;
  unsigned others = 0;
  if (const auto* method = llvm::dyn_cast<clang::CXXMemberCallExpr>(call)) {
    object = method->getImplicitObjectArgument();
    others = call->getNumArgs();
  } else if (callee->isInStdNamespace() && !llvm::isa<clang::CXXMethodDecl>(callee) && call->getNumArgs() == 1) {
    object = call->getArg(0);
  }
  if (!object || object->getType()->isPointerType() || ownerName(object->getType()).empty()) return false;
  const llvm::StringRef owner = ownerName(object->getType());
  if (name == "swap" && owner == "vector" && others == 1 && ownerName(call->getArg(0)->getType()) == "vector") {
    value(object);
    value(call->getArg(0));
    return true;
  }
  static constexpr std::array names = {"size",  "ssize",    "data",  "begin", "end",      "cbegin", "cend",
                                       "empty", "capacity", "front", "back",  "max_size", "get"};
  if (others != 0 || std::find(names.begin(), names.end(), name) == names.end()) return false;
  if ((name == "front" || name == "back") && !call->isGLValue()) return false;
  header(object);
  return true;
}

bool Evaluation::exchangeCall(const clang::CallExpr* call) {
  const clang::FunctionDecl* callee = call->getDirectCallee();
  const bool swaps = isExchange(callee, "swap");
  if (!swaps && !isExchange(callee, "exchange")) return false;
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
  if (!swaps || ownerName(type) != "vector") return false;
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
    const auto* list = type->getAsCXXRecordDecl();
    if (llvm::isa<clang::CXXDefaultArgExpr>(one)) continue;  // the allocator
    const bool numbers =
        list && list->isInStdNamespace() && list->getIdentifier() && list->getName() == "initializer_list";
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
