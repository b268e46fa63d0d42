#include "Splice/Fingerprint.h"

#include "Helpers.h"

using namespace clustrix::compiler;
using namespace clustrix::compiler::test;

namespace {

std::string print(const std::string& text, const std::vector<std::string>& flags = {}) {
  for (const Helper& one : eos(text).helpers("eos.cpp", flags))
    if (one.name == "f") {
      INFO(one.problem);
      REQUIRE(!one.fingerprint.empty());
      return one.fingerprint;
    }
  FAIL("no f");
  return "";
}

const std::string square = "double sq(double x) { return x * x; }\n";

}  // namespace

TEST_CASE("spelling is not part of what a function does") {
  const std::string f =
      print("double f(double x, int n) { double s = 0; for (int k = 0; k < n; ++k) s += x; return s; }\n");
  CHECK(f ==
        print("double f(double value,\n         int count) {\n  double sum = (0);\n"
              "  for (int step = 0; step < count; ++step)\n    /* once more */ sum += value;\n  return (sum);\n}\n"));
  CHECK(f == print("#define TIMES(n) for (int k = 0; k < n; ++k)\n"
                   "double f(double y, int m) { double s = 0; TIMES(m) s += (y); return s; }\n"));
  CHECK(print("#include <cmath>\nusing namespace std;\ndouble f(double x) { return fabs(x); }\n") ==
        print("#include <cmath>\ndouble f(double x) { using std::fabs; return (fabs)(x); }\n"));
}

TEST_CASE("each number, operator, name and type is") {
  const std::string f = print("double f(double x) { return x * 2.0; }\n");
  for (const char* other :
       {"double f(double x) { return x * 3.0; }\n", "double f(double x) { return x + 2.0; }\n",
        "double f(double x) { return x * 2; }\n", "double f(double x) { return x * 2.0f; }\n",
        "double f(double x) { return x * -2.0; }\n", "double f(const double x) { return 2.0 * x; }\n",
        "float f(float x) { return x * 2.0; }\n", "double f(double x) { return x * x; }\n",
        "double f(double x) { x *= 2.0; return x; }\n", "double f(double x) { if (x > 0) return x * 2.0; return x; }\n",
        "double f(double& x) { return x * 2.0; }\n", "double f(double x) noexcept { return x * 2.0; }\n"}) {
    INFO(other);
    CHECK(f != print(other));
  }
  CHECK(print("double f(double x, double y) { return x - y; }\n") !=
        print("double f(double x, double y) { return y - x; }\n"));
  CHECK(print("double f(double x) { for (int i = 0; i < 3; ++i) { if (x > i) break; x += 1; } return x; }\n") !=
        print("double f(double x) { for (int i = 0; i < 3; ++i) { if (x > i) continue; x += 1; } return x; }\n"));
}

TEST_CASE(
    "another overload, another macro, another constant or another helper behind the same text is another function") {
  const std::string f = "double f(double x) { return g(x); }\n";
  CHECK(print("double g(double);\n" + f) != print("double g(float);\n" + f));
  CHECK(print("double g(double);\n" + f) != print("namespace n { double g(double); }\nusing namespace n;\n" + f));
  CHECK(print("#define g(x) (x)\n" + f) != print("#define g(x) (-(x))\n" + f));
  CHECK(print("static double g(double x) { return x + 1; }\n" + f) !=
        print("static double g(double x) { return x + 2; }\n" + f));
  CHECK(print("static double g(double x) { return x + 1; }\n" + f) ==
        print("namespace { double g(double y) { return y + 1; } }\n" + f));
  const std::string k = "double f(double x) { return x * k; }\n";
  CHECK(print("const double k = 2;\n" + k) != print("const double k = 3;\n" + k));
  CHECK(print("const double k = 2;\n" + k) == print("constexpr double k = 1 + 1;\n" + k));
  CHECK(print("extern double k;\n" + k) != print("const double k = 2;\n" + k));
  CHECK(print("struct A { double a, b; };\ndouble f(A* p);\n" + square + "double f(double x) { return sq(x); }\n") ==
        print(square + "double f(double x) { return sq(x); }\n"));
}

TEST_CASE("functions that call each other have one") {
  const std::string even =
      "static bool odd(int n);\nstatic bool even(int n) { return n == 0 || odd(n - 1); }\n"
      "static bool odd(int n) { return n != 0 && even(n - 1); }\n"
      "bool f(int n) { return even(n); }\n";
  CHECK(print(even) == print(even));
  CHECK(print("int f(int n) { return n > 0 ? f(n - 1) : 0; }\n") !=
        print("int f(int n) { return n > 0 ? f(n - 2) : 0; }\n"));
}

TEST_CASE("flags and pragmas that change what numbers are computed count, and others do not") {
  const std::string f = "double f(double x, double y) { return x * y + x; }\n";
  CHECK(print(f) == print(f, {"-O3", "-DOTHER", "-Wall"}));
  for (const char* flag : {"-ffast-math", "-fno-signed-zeros", "-ffp-contract=off", "-frounding-math", "-mfma",
                           "-fwrapv", "-funsigned-char"}) {
    INFO(flag);
    CHECK(print(f) != print(f, {flag}));
  }
  CHECK(print(f) != print("double f(double x, double y) {\n#pragma STDC FP_CONTRACT OFF\n  return x * y + x; }\n"));
}
