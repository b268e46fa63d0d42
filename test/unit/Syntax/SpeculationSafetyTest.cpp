#include "Syntax/SpeculationSafety.h"

#include "../Fixtures/ParsedFunction.h"

using namespace clustrix::compiler;
using namespace clustrix::compiler::test;

namespace {

class Value : public ParsedFunction {
 public:
  explicit Value(const std::string& text)
      : ParsedFunction(
            "#include <algorithm>\n#include <cmath>\n#include <vector>\n"
            "struct Point { int x; int method() const; }; int g(int); double table[4][4];\n"
            "auto f(double* a, int* index, int** rows, Point* p, Point** many, int Point::* field, "
            "std::vector<double>& v,\n"
            "       double x, int i, int n) { return (void)(" +
            text + "); }") {}
  bool isSafe(bool inSubscript = false) const {
    return isSafeToSpeculate(statement<clang::ReturnStmt>().getRetValue(), inSubscript);
  }
};

void check(bool safe, const std::vector<std::string>& texts) {
  for (const std::string& text : texts) {
    INFO(text);
    CHECK(Value(text).isSafe() == safe);
  }
}

}  // namespace

TEST_CASE("arithmetic and one element of memory have a value wherever they are evaluated") {
  check(true, {"a[i] < x && n > 3", "-a[i + 2 * n] * x", "*(a + i)", "v[i]", "v[i + 1] + v.size()", "v.empty()",
               "table[i][n]", "p[i].x", "p->x", "i ? a[i] : x"});
}

TEST_CASE("a division of integers is safe by a literal alone, one of floating-point numbers by anything") {
  check(true, {"i / 3", "i % 4", "i << 2", "x / a[i]", "x / i"});
  check(false, {"i / n", "i % index[i]", "i / -n", "1 << n", "i >> n", "i / 0", "i % 0"});
}

TEST_CASE("an element that another one leads to may be none") {
  check(false, {"a[index[i]]", "v[index[i]]", "a[*index]", "rows[i][n]", "*rows[i]", "**rows", "a[(int)v[i]]",
                "many[i]->x", "(*many[i]).x", "a[p->x]", "a[p[i].x]"});
  CHECK(Value("i + n").isSafe(true));
  CHECK_FALSE(Value("a[i]").isSafe(true));
  CHECK_FALSE(Value("v[i]").isSafe(true));
}

TEST_CASE("what has an effect is not done for a try") {
  check(false, {"++i", "a[i++]", "i = 3", "a[i] += x", "g(i)", "p->method()", "v.at(i)", "v.push_back(x)", "throw 1",
                "new int", "delete a", "[&] { return i; }()", "({ i; })", "p->*field"});
}

TEST_CASE("library functions that only read their arguments are as safe as these") {
  check(true, {"std::sqrt(a[i])", "std::min(i, n)", "std::abs(x) < 1"});
  check(false, {"std::sqrt(a[index[i]])", "std::min(i / n, 3)", "std::frexp(x, &i)"});
}

TEST_CASE("what is not there is safe") { CHECK(isSafeToSpeculate(nullptr)); }
