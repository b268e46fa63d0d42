#include "../Fixtures/Parse.h"

using namespace clustrix::compiler;
using namespace clustrix::compiler::test;

namespace {

/// Where the loop's counter begins.
std::string first(const std::string& parameters, const std::string& before, const std::string& start) {
  const LoopModel model = modelOf("[[clustrix::cluster]] void f(int* p, int n, " + parameters + ") {\n  " + before +
                                  "\n  for (int i = " + start + "; i < n; ++i) p[i] = 7;\n}\n");
  REQUIRE(model.loops[0].value);
  return text(model, *model.loops[0].value);
}

}  // namespace

TEST_CASE("a parameter has the value that a call gives, whatever its default argument is") {
  CHECK(first("int from = 0", "", "from") == "k_i + from");
  CHECK(first("const int from = 3", "", "from") == "k_i + from");
  CHECK(first("int step = 2", "const int from = 4 * step;", "from") == "k_i + from");
}

TEST_CASE("a variable that nothing changes has the value of its declaration") {
  CHECK(first("int", "int from = 3;", "from") == "k_i + 3");
  CHECK(first("int", "int one = 1; int from = one + 2;", "from") == "k_i + 3");
}

TEST_CASE("a variable that is made once, or anew in each iteration, has not") {
  CHECK(first("int given", "static int from = 3; from += given;", "from") == "k_i + from");
  CHECK(first("int given", "static const int from = given;", "from") == "k_i + from");
}

TEST_CASE("memory that a default argument allocates is not the function's own") {
  const LoopModel model = modelOf(
      "[[clustrix::cluster]] void f(const double* x, int n, double* out = new double[4]) {\n"
      "  for (int i = 0; i < n; ++i) out[i] = x[i];\n}\n");
  for (const ArrayObject& array : model.arrays) {
    CHECK(array.identity.empty());
    CHECK_FALSE(array.extent);
  }
}
