#include "Frontend/DeclaredNames.h"

#include "clang/AST/ASTContext.h"
#include "clang/Frontend/ASTUnit.h"
#include "clang/Tooling/Tooling.h"

#include <catch2/catch.hpp>

#include <memory>

using namespace clustrix::compiler;

namespace {

class Source {
 public:
  explicit Source(const std::string& text)
      : unit_(clang::tooling::buildASTFromCodeWithArgs(text, {"-std=c++20", "-w", "-fsyntax-only"})) {
    for (const clang::Decl* one : unit_->getASTContext().getTranslationUnitDecl()->decls()) {
      if (const auto* named = llvm::dyn_cast<clang::FunctionDecl>(one); named && named->getNameAsString() == "f")
        function = named;
      if (const auto* variable = llvm::dyn_cast<clang::VarDecl>(one)) global = variable;
    }
    REQUIRE(function);
  }
  /// The first of that name.
  const clang::NamedDecl& own(const std::string& name) const {
    for (const clang::Decl* one : function->decls())
      if (const auto* named = llvm::dyn_cast<clang::NamedDecl>(one); named && named->getNameAsString() == name)
        return *named;
    FAIL("no " + name);
    throw;
  }
  const clang::FunctionDecl* function = nullptr;
  const clang::VarDecl* global = nullptr;

 private:
  std::unique_ptr<clang::ASTUnit> unit_;
};

}  // namespace

TEST_CASE("a function declares its parameters, variables, types with their members, and what lambdas declare") {
  const Source source(
      "int g; void f(int n) { struct S { int m; }; auto h = [](int x) { int y = x; }; { int a = g; } other: ; }");
  const DeclaredNames names(*source.function);
  for (const char* name : {"n", "S", "m", "h", "x", "y", "a"}) CHECK(names.declares(name));
  for (const char* name : {"g", "missing", "other"}) CHECK_FALSE(names.declares(name));
}

TEST_CASE("a name is a variable's own where nothing else in the function has it") {
  const Source source("int g; void f(int n) { for (int i = 0; i < n; ++i) {} for (long i = 0; i < n; ++i) {} int a; }");
  const DeclaredNames names(*source.function);
  CHECK(names.isOnly(source.own("n")));
  CHECK(names.isOnly(source.own("a")));
  CHECK_FALSE(names.isOnly(source.own("i")));
  CHECK(names.isOnly(*source.global));
  const Source hidden("int g; void f() { int g = 1; }");
  CHECK_FALSE(DeclaredNames(*hidden.function).isOnly(*hidden.global));
}
