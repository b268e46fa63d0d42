#include "Emit/Declared.h"

#include <catch2/catch.hpp>

using namespace clustrix::compiler;

TEST_CASE("parameters are variables, constant ones too") {
  CHECK(declaresVariable("void f(double* a, int n, const std::size_t m) {", "n"));
  CHECK(declaresVariable("void f(double* a, int n, const std::size_t m) {", "m"));
  CHECK(declaresVariable("void f(unsigned long n) {", "n"));
}

TEST_CASE("a variable that is no constant is one, however it begins") {
  CHECK(declaresVariable("int n;", "n"));
  CHECK(declaresVariable("for (int i = 0;", "i"));
  CHECK(declaresVariable("int more; auto n = v.size();", "n"));
}

TEST_CASE("what may be a constant is no variable") {
  CHECK_FALSE(declaresVariable("const int n = 8;", "n"));
  CHECK_FALSE(declaresVariable("static constexpr int n = 8;", "n"));
  CHECK_FALSE(declaresVariable("template <int n> void f() {", "n"));
  CHECK_FALSE(declaresVariable("const int m = 8, n = 9;", "n"));
}

TEST_CASE("a use of a name declares nothing") {
  for (const char* use :
       {"return n;", "x = n;", "f(n, 1);", "if (i < n)", "a[n] = 1;", "c ? m : n;", "int number, nn;", ""})
    CHECK_FALSE(declaresVariable(use, "n"));
}
