#include "Syntax/DeclaredNames.h"

#include "../Fixtures/ParsedFunction.h"

using namespace clustrix::compiler;
using namespace clustrix::compiler::test;

TEST_CASE("a function declares its parameters, variables, types with their members, and what lambdas declare") {
  const ParsedFunction source(
      "int g; void f(int n) { struct S { int m; }; auto h = [](int x) { int y = x; }; { int a = g; } other: ; }");
  const DeclaredNames names(source.function());
  for (const char* name : {"n", "S", "m", "h", "x", "y", "a"}) CHECK(names.declares(name));
  for (const char* name : {"g", "missing", "other"}) CHECK_FALSE(names.declares(name));
}

TEST_CASE("a name is a variable's own where nothing else in the function has it") {
  const ParsedFunction source(
      "int g; void f(int n) { for (int i = 0; i < n; ++i) {} for (long i = 0; i < n; ++i) {} int a; }");
  const DeclaredNames names(source.function());
  CHECK(names.isOnly(source.own("n")));
  CHECK(names.isOnly(source.own("a")));
  CHECK_FALSE(names.isOnly(source.own("i")));
  CHECK(names.isOnly(source.global("g")));
  const ParsedFunction hidden("int g; void f() { int g = 1; }");
  CHECK_FALSE(DeclaredNames(hidden.function()).isOnly(hidden.global("g")));
}
