#include "Syntax/FunctionText.h"

#include "../Fixtures/ParsedFunction.h"

#include "clang/AST/RecursiveASTVisitor.h"

using namespace clustrix::compiler;
using namespace clustrix::compiler::test;

namespace {

/// With what stands in the function by name.
class Source : public ParsedFunction {
 public:
  explicit Source(const std::string& text) : ParsedFunction(text), text_(function()) {}
  const FunctionText& text() const { return text_; }
  const FunctionText::Variable& about(const std::string& name) const { return text_.about(&own<clang::VarDecl>(name)); }
  const clang::Stmt* loop() const { return find(function().getBody()); }

 private:
  static const clang::Stmt* find(const clang::Stmt* statement) {
    if (!statement || llvm::isa<clang::ForStmt>(statement)) return statement;
    for (const clang::Stmt* child : statement->children())
      if (const clang::Stmt* found = find(child)) return found;
    return nullptr;
  }
  FunctionText text_;
};

}  // namespace

TEST_CASE("every mention of a variable is found, and whether it changes it") {
  const Source source("int f(int n) { int k = 0; k += n; (k)++; return k + n; }");
  REQUIRE(source.about("k").mentions.size() == 3);
  CHECK(isChanged(source.about("k").mentions[0]));
  CHECK(isChanged(source.about("k").mentions[1]));
  CHECK_FALSE(isChanged(source.about("k").mentions[2]));
  CHECK(source.about("n").mentions.size() == 2);
}

TEST_CASE("lambdas borrow a variable or have a copy of it") {
  const Source source(
      "int f(int n) { int a = 1, b = 2; auto g = [a, &b](int x) { return a + b + x; };"
      " auto h = [&](auto x) { return a * x; }; return g(n) + h(2) + h(2.0); }");
  const FunctionText::Variable& b = source.about("b");
  CHECK(b.lentTo.size() == 1);
  const FunctionText::Variable& a = source.about("a");
  CHECK(a.lentTo.size() == 1);
  // Captured, named as a copy, and once in each instantiation of the generic lambda.
  REQUIRE(a.mentions.size() == 4);
  CHECK_FALSE(a.mentions[0].ofCopy);
  CHECK(a.mentions[1].ofCopy);
  CHECK(a.mentions[2].parents != &source.text().parents());
  CHECK(a.mentions[2].parents != a.mentions[3].parents);
}

TEST_CASE("a loop is entered by jumps from outside, and not by its own") {
  const auto entered = [](const std::string& text) {
    const Source source("void f(int* a, int n) { int i = 0; " + text + " }");
    return source.text().enteredAt(source.loop()) != nullptr;
  };
  CHECK(entered("if (n) goto in; for (; i < n; ++i) { in: a[i] = 0; }"));
  CHECK_FALSE(entered("for (; i < n; ++i) { if (a[i]) goto in; a[i] = 1; in: a[i] = 0; }"));
  CHECK(entered("switch (n) { case 1: for (; i < n; ++i) { case 2: a[i] = 0; } }"));
  CHECK_FALSE(entered("for (; i < n; ++i) switch (n) { case 1: a[i] = 0; }"));
  CHECK(entered("void* p = &&in; goto *p; for (; i < n; ++i) { in: a[i] = 0; }"));
  CHECK_FALSE(entered("again: for (; i < n; ++i) a[i] = 0; if (--n) goto again;"));
}
