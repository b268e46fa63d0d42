// Declared names: what names a function's declarations introduce, in whatever block of it.
//
//     void f(int n) { for (int i = 0; i < n; ++i) ...  for (long i = 0; ...) ... }     n is one thing, i is two
//
// Gathered when they are first asked for: questions come for each loop and each name in it.
#pragma once

#include "clang/AST/Decl.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"

#include <optional>

namespace clustrix::compiler {

class DeclaredNames {
 public:
  explicit DeclaredNames(const clang::FunctionDecl& function) : function_(function) {}

  /// Whether anything by this name is declared: also parameters, members of local classes and what lambdas declare.
  bool declares(llvm::StringRef name) const;
  /// Whether nothing else that belongs to the function, in whatever block, has the declaration's name.
  bool isOnly(const clang::NamedDecl& declared) const;

 private:
  const clang::FunctionDecl& function_;
  mutable std::optional<llvm::DenseSet<const clang::IdentifierInfo*>> all_;
  mutable std::optional<llvm::DenseMap<clang::DeclarationName, const clang::Decl*>> own_;  // null: there are several
};

}  // namespace clustrix::compiler
