// The function `f` of some lines of C++, for tests of what is known of a function's text.
#pragma once

#include "Precompiled.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/Decl.h"
#include "clang/AST/Stmt.h"
#include "clang/Frontend/ASTUnit.h"
#include "clang/Tooling/Tooling.h"

#include <catch2/catch.hpp>

#include <memory>
#include <string>

namespace clustrix::compiler::test {

class ParsedFunction {
 public:
  explicit ParsedFunction(const std::string& text)
      : unit_(clang::tooling::buildASTFromCodeWithArgs(
            text, withPrecompiledHeaders(text, {"-std=c++20", "-w", "-fsyntax-only"}))) {
    for (const clang::Decl* one : unit_->getASTContext().getTranslationUnitDecl()->decls())
      if (const auto* named = llvm::dyn_cast<clang::FunctionDecl>(one); named && named->getNameAsString() == "f")
        function_ = named;
    REQUIRE(function_);
  }

  const clang::FunctionDecl& function() const { return *function_; }
  /// The first declaration of that kind and name in the function.
  template <class Kind = clang::NamedDecl>
  const Kind& own(const std::string& name) const {
    return first<Kind>(*function_, name);
  }
  /// ... at file scope.
  template <class Kind = clang::NamedDecl>
  const Kind& global(const std::string& name) const {
    return first<Kind>(*unit_->getASTContext().getTranslationUnitDecl(), name);
  }
  /// The statement of that kind that stands behind `before` others of it in the function's text.
  template <class Kind>
  const Kind& statement(unsigned before = 0) const {
    const Kind* found = find<Kind>(function_->getBody(), before);
    REQUIRE(found);
    return *found;
  }

 private:
  template <class Kind>
  static const Kind* find(const clang::Stmt* in, unsigned& before) {
    if (!in) return nullptr;
    if (const auto* found = llvm::dyn_cast<Kind>(in); found && before-- == 0) return found;
    for (const clang::Stmt* child : in->children())
      if (const Kind* found = find<Kind>(child, before)) return found;
    return nullptr;
  }
  template <class Kind>
  static const Kind& first(const clang::DeclContext& scope, const std::string& name) {
    for (const clang::Decl* one : scope.decls())
      if (const auto* found = llvm::dyn_cast<Kind>(one); found && found->getNameAsString() == name) return *found;
    FAIL("no " + name);
    throw;
  }

  std::unique_ptr<clang::ASTUnit> unit_;
  const clang::FunctionDecl* function_ = nullptr;
};

}  // namespace clustrix::compiler::test
