// std::min, max and clamp in a kernel's text.
#include "../Fixtures/Parse.h"
#include "../Fixtures/PieceText.h"

using namespace clustrix::compiler;
using namespace clustrix::compiler::test;

namespace {

/// The model of `for (i) { body }` behind `before`.
LoopModel modelWith(const std::string& body, const std::string& before = "") {
  return parse("#include <algorithm>\n" + before +
               "[[clustrix::cluster]] void f(double* a, const double* b, int n) {\n"
               "  for (int i = 0; i < n; ++i) { " +
               body + " }\n}\n")
      .functions.at(0)
      .loops.at(0)
      .model;
}
std::string body(const std::string& text, const std::string& before = "") {
  const LoopModel model = modelWith(text, before);
  CHECK(model.obstacles.empty());
  return pieceText(model.kernel.body, model);
}

}  // namespace

TEST_CASE("A number alone is asked for by value") {
  CHECK(body("a[i] = std::max(a[i], b[i]);") == "{ a[i] = clustrix::larger(a[i], b[i]); }");
  CHECK(body("a[i] = 1 + (std::min(b[i], 2.0));") == "{ a[i] = 1 + (clustrix::smaller(b[i], 2.0)); }");
  CHECK(body("a[i] = std::clamp(b[i], 0.0, 2.0);") == "{ a[i] = clustrix::clamped(b[i], 0.0, 2.0); }");
  CHECK(body("a[i] = std::max<double>(b[i], 2);") == "{ a[i] = clustrix::larger<double>(b[i], 2); }");
  CHECK(body("a[i] = ::std::max(b[i], std::min(a[i], 1.0));") ==
        "{ a[i] = clustrix::larger(b[i], clustrix::smaller(a[i], 1.0)); }");
}

TEST_CASE("nvcc's functions of the same name are not meant") {
  CHECK(body("a[i] = max(a[i], b[i]);", "using namespace std;\n") == "{ a[i] = clustrix::larger(a[i], b[i]); }");
  CHECK(body("using std::max; const double& top = max(a[i], b[i]); a[i] = top;") ==
        "{ using std::max; const double& top = std::max(a[i], b[i]); a[i] = top; }");
  const std::string own = "double max(double x, double y) { return y > x ? y : x; }\n";
  CHECK(body("a[i] = max(a[i], b[i]);", own) == "{ a[i] = max(a[i], b[i]); }");
}

TEST_CASE("A reference stays the library's") {
  const std::string text = "{ const double& top = std::max(a[i], b[i]); a[i] = top; }";
  CHECK(body("const double& top = std::max(a[i], b[i]); a[i] = top;") == text);
}

TEST_CASE("Lists have the library's") {
  const LoopModel model = modelWith("a[i] = std::max({a[i], b[i], 1.0});");
  CHECK(pieceText(model.kernel.body, model) == "{ a[i] = std::max({a[i], b[i], 1.0}); }");
}

TEST_CASE("A macro's text stays, and has to say which function it means") {
  const std::string said = "#define LARGER(x, y) std::max(x, y)\n";
  CHECK(body("a[i] = LARGER(a[i], b[i]);", said) == "{ a[i] = LARGER(a[i], b[i]); }");
  const LoopModel model = modelWith("a[i] = LARGER(a[i], b[i]);", "using std::max;\n#define LARGER(x, y) max(x, y)\n");
  REQUIRE(model.obstacles.size() == 1);
  CHECK(model.obstacles[0].message == "nvcc has a 'max' of its own, and a macro does not say std::");
  const std::string other = "using std::clamp;\n#define BETWEEN(x) clamp(x, 0.0, 1.0)\n";
  CHECK(body("a[i] = BETWEEN(a[i]);", other) == "{ a[i] = BETWEEN(a[i]); }");
}

TEST_CASE("A function that the kernel repeats asks by value, too") {
  const std::string helper =
      "double factor = 2;\n"
      "inline double scaled(double x) { return factor * std::max(x, 1.0); }\n";
  const LoopModel model = modelWith("a[i] = scaled(b[i]);", helper);
  REQUIRE(model.kernel.functions.size() == 1);
  CHECK(pieceText(model.kernel.functions[0].body, model) == "{ return factor * clustrix::larger(x, 1.0); }");
}

TEST_CASE("Sorts and bisections of numbers are the runtime's") {
  CHECK(body("a[i] = std::lower_bound(b, b + n, 0.5) - b;") == "{ a[i] = clustrix::lowerBound(b, b + n, 0.5) - b; }");
  CHECK(body("a[i] = *std::upper_bound(b, b + n, 1);") == "{ a[i] = *clustrix::upperBound(b, b + n, 1); }");
  CHECK(body("a[i] = std::binary_search(b, b + n, 1);") == "{ a[i] = clustrix::binarySearch(b, b + n, 1); }");
}
