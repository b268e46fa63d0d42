#include "../Fixtures/Parse.h"

using namespace clustrix::compiler;
using namespace clustrix::compiler::test;

namespace {

/// Whether `w`, of a function's parameters, is used by element in a loop with this body.
bool isByElement(const std::string& body, const std::string& parameters = "double* w") {
  const LoopModel model = modelOf(
      "#include <vector>\nvoid fill(double*, int);\nvoid one(double& x) { x = 1; }\n"
      "[[clustrix::cluster]] void f(const double* a, double* b, " +
      parameters + ", int n, int m) {\n  for (int i = 0; i < n; ++i) for (int j = 0; j < m; ++j) {" + body + "}\n}\n");
  for (const Capture& capture : model.kernel.captures)
    if (capture.name == "w") return capture.byElement;
  FAIL("the kernel has no w");
  return false;
}

}  // namespace

TEST_CASE("elements that are read and assigned by themselves are used by element") {
  CHECK(isByElement("w[j] = a[i]; b[i] = w[j];"));
  CHECK(isByElement("w[j] = a[i + j]; b[i] = (w[m - j]) * 2;"));
  CHECK(isByElement("w[j] = a[i]; w[j] += 2; w[j]++; b[i] = w[j]--;"));
  CHECK(isByElement("if (a[i] > 0) w[j + 1] = 0; else ++w[j + 1]; b[i] = w[j + 1] > 0 ? w[j + 1] : 0;"));
  CHECK(isByElement("for (std::size_t k = 0; k < w.size(); ++k) w[k] = a[i]; b[i] = w[j];", "std::vector<double>& w"));
}

TEST_CASE("what gets an element's address may go on from there") {
  CHECK_FALSE(isByElement("double* p = &w[j]; p[1] = a[i]; b[i] = w[j + 1];"));
  CHECK_FALSE(isByElement("double& x = w[j]; x = a[i]; b[i] = w[j];"));
  CHECK_FALSE(isByElement("one(w[j + 3]); b[i] = w[j + 3];"));
  CHECK_FALSE(isByElement("*w = a[i]; b[i] = w[j];"));
  CHECK_FALSE(isByElement("w[j] = a[i]; b[i] = *(w + j);"));
  CHECK_FALSE(isByElement("one(w[j + 1] = a[i]); b[i] = w[j + 1];"));
  CHECK_FALSE(isByElement("one(++w[j + 1]); b[i] = w[j + 1];"));
}

TEST_CASE("a name in a macro, and rows of a matrix, stay as they are") {
  CHECK_FALSE(isByElement("\n#define FIRST w[j]\n FIRST = a[i]; b[i] = FIRST;\n"));
  CHECK_FALSE(isByElement("w[j][1] = a[i]; b[i] = w[j][1];", "double (*w)[4]"));
}
