#include "Syntax/LoopVariables.h"

#include "../Fixtures/ParsedFunction.h"

#include "clang/AST/ExprCXX.h"

using namespace clustrix::compiler;
using namespace clustrix::compiler::test;

using Words = std::set<std::string>;

namespace {

VariablesInFront inFront(const std::string& text) {
  const ParsedFunction source(text);
  return FunctionVariables(source.function()).inFrontOf(source.statement<clang::ForStmt>(), true);
}

Words changed(const std::string& loop) {
  const ParsedFunction source(
      "struct S { int n; void step(); }; void give(int&); void look(const int&, int); "
      "void f(int* p, int n, int m, S s) { " +
      loop + " }");
  return variablesChanged(source.statement<clang::ForStmt>());
}

}  // namespace

TEST_CASE("parameters and variables stand in front of a loop, constants and references do not") {
  const VariablesInFront found = inFront(
      "void f(double* a, const int n, double s, int& r) { int m; { auto k = n + 1L; } const int c = 8; "
      "static constexpr int d = 4; bool b = true; for (;;) { int inside; } int behind; }");
  CHECK(found.variables == Words{"a", "n", "s", "m", "k", "b"});
  CHECK(found.bindings.empty());
}

TEST_CASE("a name that is a constant somewhere is none") {
  CHECK(inFront("void f() { { const int n = 3; } int n = 4; for (;;) {} }").variables.empty());
}

TEST_CASE("what is declared behind a loop does not stand in front of it, nor does a constant there hide a variable") {
  const ParsedFunction source(
      "void f(int n) { int a; for (;;) {} const int n2 = 1; int b; { const int a = 2; } for (;;) {} }");
  const FunctionVariables variables(source.function());
  CHECK(variables.inFrontOf(source.statement<clang::ForStmt>(), true).variables == Words{"a", "n"});
  CHECK(variables.inFrontOf(source.statement<clang::ForStmt>(1), true).variables == Words{"b", "n"});
  CHECK(variables.inFrontOf(source.statement<clang::ForStmt>(1), false).variables.empty());
}

TEST_CASE("structured bindings are told, and what a lambda's function has around it") {
  CHECK(inFront("struct P { int x, y; }; void f(P p) { auto& [x, y] = p; for (;;) {} }").bindings == Words{"x", "y"});
  const ParsedFunction source("void f(int n) { auto g = [=](int m) { for (;;) {} }; }");
  const auto& lambda = source.statement<clang::LambdaExpr>();
  const clang::Stmt* loop = *lambda.getBody()->child_begin();
  const VariablesInFront found = FunctionVariables(*lambda.getCallOperator()).inFrontOf(*loop, true);
  CHECK(found.variables == Words{"g", "n", "m"});
}

TEST_CASE("what may change while a loop runs is told where it is a variable of the function's from in front") {
  const auto changeable = [](const std::string& text) {
    const ParsedFunction source(text);
    return FunctionVariables(source.function()).namedIn(source.statement<clang::ForStmt>()).changing;
  };
  CHECK(changeable("int g; void f(double* a, int n, int& r) { int unused, m = n; constexpr int c = 3; static int s; "
                   "for (int i = c; i < n; ++i) { int own = m; a[i] = own + r + g + s; ++a; --n; ++m; } }") ==
        Words{"a", "n", "m", "r"});
  CHECK(changeable("void f(int* p) { int i = 0; for (; i < 9; ++i) { auto g = [&](int k) { p[k] = i; }; g(i); } }") ==
        Words{"p", "i"});
  CHECK(changeable("void f(int n) { for (int i = 0; i < n; ++i) { int n = i; ++n; } }") == Words{"n"});
}

TEST_CASE("what a loop only reads does not change, but where somebody has the address of it") {
  const auto changing = [](const std::string& before, const std::string& behind = "") {
    const ParsedFunction source(
        "namespace std { void swap(int&, int&); void keep(int&); } void give(double*); "
        "void f(double* a, int n, double s) { " +
        before + "for (int i = 0; i < n; ++i) a[i] = s; " + behind + "}");
    const VariablesNamed named = FunctionVariables(source.function()).namedIn(source.statement<clang::ForStmt>());
    for (const char* name : {"a", "n", "s"}) CHECK(named.changing.contains(name) != named.unchanged.contains(name));
    return named.changing;
  };
  CHECK(changing("").empty());
  CHECK(changing("s = 1; ++a; n -= 2;", "s *= 2; n++; int m = n--; (s = 3);").empty());
  CHECK(changing("int m = 1; std::swap(n, m);").empty());
  CHECK(changing("std::keep(n);") == Words{"n"});
  CHECK(changing("double& t = s;") == Words{"s"});
  CHECK(changing("double& t = (s = 2);") == Words{"s"});
  CHECK(changing("give(&(s += 1));") == Words{"s"});
  CHECK(changing("give(&s);") == Words{"s"});
  CHECK(changing("auto g = [&] { ++n; };") == Words{"n"});
  CHECK(changing("auto g = [n] { return n; };").empty());
  CHECK(changing("int& m = n ? n : n;") == Words{"n"});
  CHECK(changing("int& m = (1, n);") == Words{"n"});
  CHECK(changing("int& m = ++n;") == Words{"n"});
}

TEST_CASE("what a loop changes, arrays, and what is around a lambda may change") {
  const auto changing = [](const std::string& text) {
    const ParsedFunction source(text);
    return FunctionVariables(source.function()).namedIn(source.statement<clang::ForStmt>()).changing;
  };
  CHECK(changing("void f(double* a, int n, double s) { for (int i = 0; i < n; ++i) { a[i] = s; s *= 2; } }") ==
        Words{"s"});
  CHECK(changing("void f(double* a, int n) { double s[3]; for (int i = 0; i < n; ++i) a[i] = s[1]; }") == Words{"s"});
  CHECK(changing("void f(double* a, int n, int& r) { for (int i = 0; i < n; ++i) a[i] = r; }") == Words{"r"});
  const ParsedFunction inside("void f(double* a, int n) { auto g = [&] { for (int i = 0; i < n; ++i) a[i] = 1; }; }");
  const auto& lambda = inside.statement<clang::LambdaExpr>();
  CHECK(FunctionVariables(*lambda.getCallOperator()).namedIn(inside.statement<clang::ForStmt>()).changing ==
        Words{"a", "n"});
}

TEST_CASE("what a statement assigns, steps, binds or takes the address of is changed") {
  CHECK(changed("for (int i = 0; i < n; ++i) p[i] = m;") == Words{"i"});
  CHECK(changed("for (;;) { n += 2; --m; }") == Words{"n", "m"});
  CHECK(changed("for (;;) give(n);") == Words{"n"});
  CHECK(changed("for (;;) { int& r = m; r = 1; }") == Words{"m", "r"});
  CHECK(changed("for (;;) p = &n;") == Words{"n", "p"});
  CHECK(changed("for (;;) { s.step(); }") == Words{"s"});
  CHECK(changed("for (;;) [&] { ++n; }();").contains("n"));
}

TEST_CASE("a value that is read, or looked at by reference, is not") {
  CHECK(changed("for (;;) look((n < m ? n : (m)), 0);").empty());
  CHECK(changed("for (;;) (n < m ? n : m) = 0;") == Words{"n", "m"});
  CHECK(changed("for (;;) look(n, (m));").empty());
  CHECK(changed("for (;;) *p = p[n] + m;").empty());
}
