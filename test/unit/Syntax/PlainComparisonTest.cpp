#include "Syntax/PlainComparison.h"

#include "../Fixtures/ParsedFunction.h"

#include "clang/AST/ExprCXX.h"

#include <catch2/catch.hpp>

using namespace clustrix::compiler;
using namespace clustrix::compiler::test;

namespace {

/// Whether what std::sort is given is a plain comparison, of elements of this type.
bool isPlain(const std::string& comparison, const std::string& element = "double") {
  const ParsedFunction parsed(
      "#include <algorithm>\n#include <cmath>\n#include <functional>\nint calls(int);\nstruct Part { double at[2]; };\n"
      "struct Point { double x; unsigned y : 3; Part part; Part* next; double& other; double size() const; };\n"
      "void f(" +
      element + "* a, int n, bool (*compare)(double, double)) { std::sort(a, a + n, " + comparison + "); }");
  return isPlainComparison(parsed.statement<clang::CallExpr>().getArg(2));
}

}  // namespace

TEST_CASE("a comparison that computes from its two parameters is plain") {
  CHECK(isPlain("[](double a, double b) { return a > b; }"));
  CHECK(isPlain("[](const double& a, const double& b) { return (a < 0) == (b < 0) ? -a < b * 2 : !(a < 0); }"));
  CHECK(isPlain("[](double a, double b) { return std::fabs(a) < std::fabs(b); }"));
  CHECK(isPlain("[](double a, double b) { return static_cast<int>(a) < static_cast<int>(b); }"));
  CHECK(isPlain("std::greater<>{}"));
  CHECK(isPlain("std::less<double>()"));
}

TEST_CASE("members of what is compared are parts of it, others' are not") {
  const auto ofPoints = [](const std::string& answer) {
    return isPlain("[](const Point& a, const Point& b) { return " + answer + "; }", "Point");
  };
  CHECK(ofPoints("a.x < b.x"));
  CHECK(ofPoints("a.y != b.y ? a.y < b.y : a.part.at[1] < b.part.at[1]"));
  CHECK_FALSE(ofPoints("a.other < b.other"));
  CHECK_FALSE(ofPoints("a.next->at[0] < b.next->at[0]"));
  CHECK_FALSE(ofPoints("a.size() < b.size()"));
  CHECK_FALSE(ofPoints("a.part.at[a.y] < b.part.at[0]"));
}

TEST_CASE("a comparison that looks at memory, calls, remembers or has more than one statement is not") {
  CHECK_FALSE(isPlain("[a](double x, double y) { return a[0] * x < y; }"));
  CHECK_FALSE(isPlain("[&n](double x, double y) { return x + n < y; }"));
  CHECK_FALSE(isPlain("[&](double x, double y) { return n * x < y; }"));
  CHECK_FALSE(isPlain("[](double x, double y) { static int calls = 0; return ++calls * x < y; }"));
  CHECK_FALSE(isPlain("[](double x, double y) { return calls(x) < calls(y); }"));
  CHECK_FALSE(isPlain("[](double x, double y) { return (x += 1) < y; }"));
  CHECK_FALSE(isPlain("[](double x, double y) { return (x++, x < y); }"));
  CHECK_FALSE(isPlain("[](double x, double y) { if (x < 0) return true; return x < y; }"));
  CHECK_FALSE(isPlain("[](auto x, auto y) { return x < y; }"));
  CHECK_FALSE(isPlain("compare"));
}
