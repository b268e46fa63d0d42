#include "../Fixtures/Parse.h"

using namespace clustrix::compiler;
using namespace clustrix::compiler::test;

namespace {

LoopModel given(const std::string& lambda, const std::string& parameter = "F g") {
  return modelOf("#include <vector>\ntemplate <class F> [[clustrix::cluster]] void f(double* a, int n, " + parameter +
                 ") {\n  for (int i = 0; i < n; ++i) a[i] = g(a[i]);\n}\n"
                 "void h(double* a, int n, double s, std::vector<double> v, const double* p) {\n  f(a, n, " +
                 lambda + ");\n}\n");
}
/// Why the kernel cannot have the closure; "" where it can.
std::string problem(const std::string& lambda, const std::string& parameter = "F g") {
  const LoopModel model = given(lambda, parameter);
  if (model.effects.empty()) return "";
  const std::string& message = model.effects[0].message;
  CHECK(model.effects[0].code == "effect.lambda");
  return message.substr(message.find(": ") + 2);
}

}  // namespace

TEST_CASE("a closure of numbers is copied, by the name of the template's parameter") {
  const LoopModel model = given("[s, n](double x) { return s * x + n; }");
  CHECK(model.effects.empty());
  REQUIRE(!model.kernel.captures.empty());
  CHECK(model.kernel.captures[0].name == "g");
  CHECK(model.kernel.captures[0].type == "F");
}

TEST_CASE("the kernel of a copied closure is compiled for the host alone") {
  const LoopModel model = given("[](double x) { return 2 * x; }");
  REQUIRE(model.kernel.hostCalls.size() == 1);
  CHECK(model.kernel.hostCalls[0].message == "'g' is a lambda that the function is given, compiled for the host alone");
}

TEST_CASE("a closure is copied however it is handed on") {
  CHECK(problem("[s](double x) { return s * x; }", "const F& g") == "");
  CHECK(problem("[s](double x) { return s * x; }", "F&& g") == "");
  CHECK(problem("[](auto x) { return 2 * x; }") == "");
}

TEST_CASE("a closure with anything else than numbers that stay is not copied") {
  CHECK(problem("[&](double x) { return s * x; }") == "it refers to variables of the function that has made it");
  CHECK(problem("[&s](double x) { return s * x; }") == "it refers to variables of the function that has made it");
  CHECK(problem("[v](double x) { return v[0] * x; }") == "it has copies of objects that own something");
  CHECK(problem("[p](double x) { return p[0] * x; }") == "it has a copy of something that is no number");
  CHECK(problem("[s](double x) mutable { return s += x; }") == "its calls may change it");
  CHECK(problem("[s](auto x) mutable { return s += x; }") == "its calls may change it");
}

TEST_CASE("a closure whose type the class's template names, and not the function's, is not copied") {
  const LoopModel model = modelOf(
      "template <class F> struct S { [[clustrix::cluster]] static void f(double* a, int n, F g) {\n"
      "  for (int i = 0; i < n; ++i) a[i] = g(a[i]);\n} };\n"
      "template <class F> void call(double* a, int n, F g) { S<F>::f(a, n, g); }\n"
      "void h(double* a, int n) { call(a, n, [](double x) { return 2 * x; }); }\n");
  CHECK(hasEffect(model, "effect.lambda"));
}
