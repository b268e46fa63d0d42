#include "../Fixtures/Parse.h"

using namespace clustrix::compiler;
using namespace clustrix::compiler::test;

namespace {

/// The body's text with the kernel's names.
std::string kernelBody(const std::string& body) {
  const LoopModel model = modelOf(
      "#include <vector>\n"
      "[[clustrix::cluster]] double f(double* a, const double* b, std::vector<double>& v, int n, double s) {\n"
      "  double sum = 0;\n  for (int i = 0; i < n; ++i) {" +
      body + "}\n  return sum;\n}\n");
  CHECK(model.effects.empty());
  std::string result;
  for (const BodyPiece& piece : model.kernel.body)
    result += piece.kind == BodyPiece::Captured ? model.kernel.captures[static_cast<std::size_t>(piece.index)].name
                                                : piece.text;
  return result;
}

}  // namespace

TEST_CASE("what was captured by name is captured from the kernel") {
  CHECK(kernelBody("const auto f = [s, &v](int k) { v[k] = s; }; f(i);") ==
        "{const auto f = [s = s, &v = v](int k) { v[k] = s; }; f(i);}");
  CHECK(kernelBody("const auto f = [&v, s](int k) { v[k] = s; }; f(i);") ==
        "{const auto f = [s = s, &v = v](int k) { v[k] = s; }; f(i);}");
  CHECK(kernelBody("const auto f = [&sum](double x) { sum += x; }; f(a[i]);") ==
        "{const auto f = [&sum = sum](double x) { sum += x; }; f(a[i]);}");
}

TEST_CASE("variables of the iteration stay as they are") {
  CHECK(kernelBody("double x = 1; const auto f = [x, &i] { return x + i; }; a[i] = f();") ==
        "{double x = 1; const auto f = [x, &i] { return x + i; }; a[i] = f();}");
}

TEST_CASE("a default by copy is spelled out for what the kernel has, a default by reference is enough") {
  CHECK(kernelBody("const auto f = [=] { return s + b[i]; }; a[i] = f();") ==
        "{const auto f = [=, s = s, b = b] { return s + b[i]; }; a[i] = f();}");
  CHECK(kernelBody("const auto f = [&] { return s + b[i]; }; a[i] = f();") ==
        "{const auto f = [&] { return s + b[i]; }; a[i] = f();}");
  CHECK(kernelBody("const auto f = [&, s] { return s + b[i]; }; a[i] = f();") ==
        "{const auto f = [&, s = s] { return s + b[i]; }; a[i] = f();}");
}

TEST_CASE("a capture with an initialiser keeps it, renamed") {
  CHECK(kernelBody("const auto f = [t = s * 2, &w = sum](double x) { w += t * x; }; f(a[i]);") ==
        "{const auto f = [t = s * 2, &w = sum](double x) { w += t * x; }; f(a[i]);}");
}

TEST_CASE("a lambda of which no call is seen is refused") {
  const LoopModel model = modelOf(
      "[[clustrix::cluster]] void f(double* a, int n, double s) {\n"
      "  for (int i = 0; i < n; ++i) { const auto g = [&] { return s; }; a[i] = sizeof(g); }\n}\n");
  CHECK(hasEffect(model, "effect.lambda"));
}
