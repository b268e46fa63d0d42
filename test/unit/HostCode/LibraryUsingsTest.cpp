#include "../Fixtures/Parse.h"

using namespace clustrix::compiler;
using namespace clustrix::compiler::test;

namespace {

/// The text behind `using namespace std;` with what is said in it.
std::string said(const std::string& text) {
  const std::string before = "#include <algorithm>\nusing namespace std;\n";
  const SourceUnit unit = parse(before + text);
  std::string result = unit.text;
  for (auto one = unit.usings.rbegin(); one != unit.usings.rend(); ++one) result.insert(one->at, one->text);
  return result.substr(before.size());
}

}  // namespace

TEST_CASE("the library's functions that nvcc has as well are said to be meant") {
  CHECK(said("double f(double x) { return max(x, 1.0); }\n") ==
        "double f(double x) { using std::max; return max(x, 1.0); }\n");
  CHECK(said("double f(double x) { return min(max(x, 1.0), 2.0); }\n") ==
        "double f(double x) { using std::max; using std::min; return min(max(x, 1.0), 2.0); }\n");
  CHECK(said("struct S { double f(double x) { return max(x, 1.0); } };\n") ==
        "struct S { double f(double x) { using std::max; return max(x, 1.0); } };\n");
  CHECK(said("#define TOP(x) max(x, 1.0)\nnamespace n { double f(double x) { return TOP(x); } }\n") ==
        "#define TOP(x) max(x, 1.0)\nnamespace n { double f(double x) { using std::max; return TOP(x); } }\n");
}

TEST_CASE("a template says so for all of its instantiations") {
  const std::string call = " return max(x, T(1)); }\ntemplate double f(double);\n";
  CHECK(said("template <class T> T f(T x) {" + call) == "template <class T> T f(T x) { using std::max;" + call);
}

TEST_CASE("nothing is said of other names, and of those with std::") {
  for (const char* value : {"std::max(x, 1.0)", "clamp(x, 0.0, 1.0)", "::max(x, 1.0)", "x"}) {
    const std::string text = "double f(double x) { return " + std::string(value) + "; }\n";
    CHECK(said(text) == text);
  }
}

TEST_CASE("nothing is said where the name means something else as well") {
  const std::string pair = "struct P { double x; };\ndouble max(P p, P q) { return p.x + q.x; }\n";
  for (const char* body : {"return max(x, 1.0) + max(P{x}, P{x});", "{ int max = 0; x += max; } return max(x, 1.0);",
                           "using std::max; return max(x, 1.0);"}) {
    const std::string text = pair + "double f(double x) { " + body + " }\n";
    CHECK(said(text) == text);
  }
  const std::string parameter =
      "double f(double x, int max) { return x + max + [](double y) { return std::max(y, 1.0); }(x); }\n";
  CHECK(said(parameter) == parameter);
}

TEST_CASE("what is said is inside of functions, once, and where macros are written out, too") {
  const std::string loop = " for (int i = 0; i < n; ++i) { SET(a[i], max(a[i], 1.0)); } }\n";
  const std::string before = "#define SET(x, y) x = y\n[[clustrix::cluster]] void f(double* a, int n) {";
  CHECK(said(before + loop) == before + " using std::max;" + loop);
  CHECK(
      said("double f(double x) { struct L { double g(double y) { return max(y, 1.0); } }; return L().g(x); }\n") ==
      "double f(double x) { using std::max; struct L { double g(double y) { return max(y, 1.0); } }; return L().g(x); "
      "}\n");
}
