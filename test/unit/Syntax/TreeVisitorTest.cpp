#include "Syntax/TreeVisitor.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/Expr.h"
#include "clang/Frontend/ASTUnit.h"
#include "clang/Tooling/Tooling.h"

#include <catch2/catch.hpp>

#include <string>

using namespace clustrix::compiler;

namespace {

/// The names that stand in the text of a function, in their order.
class Names : public TreeVisitor {
 public:
  bool VisitDeclRefExpr(clang::DeclRefExpr* name) override {
    found += name->getNameInfo().getAsString() + " ";
    return true;
  }
  std::string found;
};

template <class Visitor>
std::string namesIn(const std::string& text, Visitor visitor = {}) {
  const auto unit = clang::tooling::buildASTFromCodeWithArgs(text, {"-std=c++20"});
  for (clang::Decl* one : unit->getASTContext().getTranslationUnitDecl()->decls()) visitor.TraverseDecl(one);
  return visitor.found;
}

const std::string text = "void f(int a, int b, int c) { for (int i = a; i < b; ++i) c += i; (void)sizeof(c); }";

class FirstName : public Names {
 public:
  bool VisitDeclRefExpr(clang::DeclRefExpr* name) override { return Names::VisitDeclRefExpr(name) && false; }
};

class OutsideOfLoops : public Names {
 public:
  bool dataTraverseStmtPre(clang::Stmt* statement) override { return !llvm::isa<clang::ForStmt>(statement); }
};

/// `[` and `]` around what stands in a loop: its parts are gone through before the walk goes on.
class Around : public Names {
 public:
  bool TraverseForStmt(clang::ForStmt* loop, Queue*) override {
    found += "[ ";
    const bool goesOn = TreeVisitor::TraverseForStmt(loop);
    found += "] ";
    return goesOn;
  }
  bool TraverseUnaryExprOrTypeTraitExpr(clang::UnaryExprOrTypeTraitExpr*, Queue*) override { return true; }
};

class Implicit : public Names {
 public:
  bool shouldVisitImplicitCode() const override { return true; }
};

}  // namespace

TEST_CASE("nodes are visited in the order of the text, until a visitor has enough") {
  CHECK(namesIn<Names>(text) == "a i b i c i c ");
  CHECK(namesIn<FirstName>(text) == "a ");
}

TEST_CASE("statements can be left out, and their walk replaced") {
  CHECK(namesIn<OutsideOfLoops>(text) == "c ");
  CHECK(namesIn<Around>(text) == "[ a i b i c i ] ");
}

TEST_CASE("what the compiler adds is visited where that is asked for") {
  const std::string range = "void f(int (&a)[3], int s) { for (int& x : a) s += x; }";
  CHECK(namesIn<Names>(range) == "a s x ");
  CHECK(namesIn<Implicit>(range).size() > std::string("a s x ").size());
}

TEST_CASE("deep expressions take no deep stack") {
  std::string sum = "0";
  for (int k = 0; k < 200; ++k) sum = "(" + sum + " + a)";
  CHECK(namesIn<Names>("int f(int a) { return " + sum + "; }").size() == 400);
}
