// Variables from outside the loop that a called function writes through a pointer.
//
//     void split(double x, double* whole, double* rest) { *whole = ...; *rest = x - *whole; }
//     for (...) { split(a[i], &w, &r); b[i] = w + r; }
//
// A parameter that is followed and nothing else stands for the variable whose address it is given, as a reference
// would. The kernel's text stays: each iteration has variables of its own, whose addresses it gives.
#include "Lower/Inlining.h"
#include "Lower/Places.h"
#include "Lower/Recorder.h"

#include <algorithm>

namespace clustrix::compiler {

namespace {

/// The `p` of `*p`.
const clang::VarDecl* followedIn(const clang::Stmt* statement) {
  const auto* unary = llvm::dyn_cast<clang::UnaryOperator>(statement);
  const auto* name = unary && unary->getOpcode() == clang::UO_Deref
                         ? llvm::dyn_cast<clang::DeclRefExpr>(unary->getSubExpr()->IgnoreParenImpCasts())
                         : nullptr;
  return name ? llvm::dyn_cast<clang::VarDecl>(name->getDecl()) : nullptr;
}

/// Whether each mention of the parameter follows it.
bool isOnlyFollowed(const clang::Stmt* statement, const clang::VarDecl* parameter) {
  if (!statement || followedIn(statement) == parameter) return true;
  const auto* name = llvm::dyn_cast<clang::DeclRefExpr>(statement);
  if ((name && name->getDecl() == parameter) || llvm::isa<clang::LambdaExpr>(statement)) return false;
  return std::all_of(statement->child_begin(), statement->child_end(),
                     [&](const clang::Stmt* child) { return isOnlyFollowed(child, parameter); });
}

bool isFollowed(const clang::Stmt* statement, const clang::VarDecl* parameter) {
  if (!statement) return false;
  return followedIn(statement) == parameter ||
         std::any_of(statement->child_begin(), statement->child_end(),
                     [&](const clang::Stmt* child) { return isFollowed(child, parameter); });
}

}  // namespace

std::optional<Place> Inlining::lentVariable(const clang::ParmVarDecl* parameter, const clang::Expr* argument,
                                            const clang::FunctionDecl* callee) {
  const clang::QualType type = parameter->getType();
  const auto* address = llvm::dyn_cast<clang::UnaryOperator>(argument->IgnoreParenImpCasts());
  if (!type->isPointerType() || !address || address->getOpcode() != clang::UO_AddrOf) return std::nullopt;
  const auto* named = llvm::dyn_cast<clang::DeclRefExpr>(address->getSubExpr()->IgnoreParens());
  const auto* variable = named ? llvm::dyn_cast<clang::VarDecl>(named->getDecl()) : nullptr;
  const clang::QualType pointee = type->getPointeeType();
  const bool plain = variable && !walk_.isLocal(variable) && variable->hasLocalStorage() &&
                     !variable->getType()->isReferenceType() && variable->getType()->isArithmeticType() &&
                     !variable->getType().isVolatileQualified() && !pointee.isVolatileQualified() &&
                     context_.hasSameUnqualifiedType(pointee, variable->getType());
  if (!plain || !isOnlyFollowed(callee->getBody(), parameter) || !isFollowed(callee->getBody(), parameter))
    return std::nullopt;
  Place target = walk_.lvalues.place(named);
  if (!std::holds_alternative<OuterPlace>(target)) return std::nullopt;
  // A number that the loop never writes is a member of the kernel, which is const.
  if (!pointee.isConstQualified()) walk_.written.inLoop.insert(std::get<OuterPlace>(target).key);
  return target;
}

/// What `*p` stands for, where p is given the address of a variable from outside the loop.
std::optional<Place> Inlining::pointedVariable(const clang::Expr* lvalue) const {
  const clang::VarDecl* pointer = followedIn(lvalue);
  if (!pointer || !pointer->getType()->isPointerType()) return std::nullopt;
  const auto bound = walk_.references.find(pointer);
  const bool lent = bound != walk_.references.end() && std::holds_alternative<OuterPlace>(bound->second);
  return lent ? std::optional(bound->second) : std::nullopt;
}

/// The kernel keeps sums of integers unsigned: their address is not the one that the function asks for.
void Inlining::refuseSumThroughPointer(const clang::Expr* target, const std::string& name) {
  if (pointedVariable(target->IgnoreParens()) && target->getType()->isIntegerType())
    walk_.record.effect("effect.reference", target->getBeginLoc(),
                        "the sum '" + name + "' is updated through a pointer, and the kernel keeps it unsigned",
                        "update '" + name + "' itself");
}

}  // namespace clustrix::compiler
