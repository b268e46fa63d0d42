// A net under the walk: parts of the loop's text that it has not looked at.
#pragma once

#include "Lower/Walk.h"

#include "llvm/ADT/DenseSet.h"

namespace clustrix::compiler {

class Overlooked : public WalkPart {
 public:
  using WalkPart::WalkPart;

  /// A part of the text that `run` has not looked at becomes an effect.
  void refuseOverlooked();
  void lookAt(const clang::Expr* expression) {
    lookedAt_.insert(expression);
    lookedAt_.insert(expression->IgnoreParens());
  }
  void lookAtAll(const clang::Stmt* statement);
  /// An object that only says which class a static member is of.
  void lookAtUnused(const clang::Expr* object);
  void lookAtNames(const clang::Stmt* statement, const clang::VarDecl* variable);

 private:
  const clang::Expr* overlookedIn(const clang::Stmt* statement) const;

  llvm::DenseSet<const clang::Stmt*> lookedAt_;  // evaluated, taken for a place, or a part of an idiom
};

}  // namespace clustrix::compiler
