// Pointer stability: whether the elements of a container stay where they are from a declaration on until a loop ends,
// so that what was computed from it then still leads to them.
#pragma once

#include "clang/AST/ASTContext.h"
#include "clang/AST/Decl.h"
#include "clang/AST/Expr.h"
#include "clang/AST/ParentMap.h"

#include <map>
#include <vector>

namespace clustrix::compiler {

class PointerStability {
 public:
  /// Of a function with this body.
  PointerStability(const clang::ASTContext& context, const clang::Stmt& body);

  /// Whether the elements of `container` lie from the end of `declaration` to the end of `loop` where they lay there,
  /// however often control comes from the one to the other.
  bool holds(const clang::VarDecl* container, const clang::VarDecl* declaration, const clang::Stmt* loop) const;

  /// Whether the value of the variable never changes.
  bool isFixed(const clang::VarDecl* variable) const;
  /// Whether the number is the same wherever it is computed: variables that never change, and constants.
  bool isFixed(const clang::Expr* number) const;

 private:
  using Names = std::vector<const clang::DeclRefExpr*>;

  const Names& namesOf(const clang::VarDecl* variable) const;
  bool isHarmless(const clang::DeclRefExpr* name) const;
  bool isOwn(const clang::VarDecl* container) const;
  bool isKnown(const clang::Stmt* call, bool own) const;

  const clang::ASTContext& context_;
  clang::ParentMap parents_;
  // What the body holds: asked for each variable, and gathered once.
  std::map<const clang::ValueDecl*, Names> names_;
  std::vector<const clang::Expr*> calls_;
  bool hidden_ = false;    // a lambda or a statement in an expression may hold any number of names
  bool jumps_ = false;     // to labels
  bool destroys_ = false;  // an object whose destructor may do anything
};

}  // namespace clustrix::compiler
