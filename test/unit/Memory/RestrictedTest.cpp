// Pointers declared __restrict: whose arrays get an identity, and which.
#include "../Fixtures/Parse.h"

using namespace clustrix::compiler;
using namespace clustrix::compiler::test;

namespace {

/// Of the array called `name` in the first loop of `void f(parameters) { body }`.
std::string identityOf(const std::string& parameters, const std::string& body, const std::string& name) {
  const LoopModel model =
      modelOf("double g[64];\n[[clustrix::cluster]] void f(" + parameters + ") {\n  " + body + "\n}\n");
  for (const ArrayObject& array : model.arrays)
    if (array.name == name) return array.identity;
  return "none";
}

const std::string copies = "for (int i = 0; i < n; ++i) y[i] = x[i];";

}  // namespace

TEST_CASE("a restricted parameter is storage of its own, and other pointers are not apart from each other") {
  CHECK(identityOf("const double* x, double* __restrict y, int n", copies, "y") == "restrict y");
  CHECK(identityOf("const double* x, double* __restrict y, int n", copies, "x") == "parameters");
  CHECK(identityOf("const double* __restrict x, double* y, int n", copies, "x") == "restrict x");
  CHECK(identityOf("const double* x, double* y, int n", copies, "y").empty());
}

TEST_CASE("a pointer that is assigned, lent or computed is whatever it was made of") {
  const std::string parameters = "const double* x, double* __restrict y, int n";
  CHECK(identityOf(parameters, "x = y; " + copies, "x").empty());
  CHECK(identityOf(parameters, "y += 1; " + copies, "y").empty());
  CHECK(identityOf(parameters, "auto l = [&] { x = y; }; l(); " + copies, "x").empty());
  CHECK(identityOf("double* __restrict y, int n", "const double* x = y; " + copies, "x") == "none");  // y itself
  CHECK(identityOf("const double*& x, double* __restrict y, int n", copies, "x").empty());
}

TEST_CASE("what hides a parameter's name has nothing of it") {
  const std::string parameters = "double* x, double* __restrict y, int n";
  CHECK(identityOf(parameters, "{ double* y = x; " + copies + " }", "y") == "none");  // x itself
  CHECK(
      identityOf("double* x, double* __restrict y, int n, double* (&p)[2]", "{ auto& [y, z] = p; " + copies + " }", "y")
          .find("restrict") == std::string::npos);
}

TEST_CASE("a pointer from outside may lead to an array that has a name") {
  const std::string body = "for (int i = 0; i < n; ++i) y[i] = x[i] + g[i];";
  CHECK(identityOf("const double* x, double* __restrict y, int n", body, "x").empty());
  CHECK(identityOf("const double* x, double* __restrict y, int n", body, "y") == "restrict y");
}
