#include "../Fixtures/Parse.h"

using namespace clustrix::compiler;
using namespace clustrix::compiler::test;

namespace {

LoopModel function(const std::string& before, const std::string& body) {
  return modelOf(
      "#include <cstdlib>\n#include <memory>\n#include <vector>\nvoid see(double*&);\n"
      "[[clustrix::cluster]] void f(double* flat, std::vector<double>& v, int n, int m) {\n  " +
      before + "\n  for (int i = 0; i < n; ++i) " + body + "\n}\n");
}

const ArrayObject& arrayNamed(const LoopModel& model, const std::string& name) {
  for (const ArrayObject& array : model.arrays)
    if (array.name == name) return array;
  FAIL("no array " + name);
  return model.arrays.front();
}

/// Of the write, as `array[index]`.
std::string target(const LoopModel& model) {
  for (const Access& access : model.accesses)
    if (access.kind == AccessKind::Write)
      return model.arrays[static_cast<std::size_t>(access.array.value)].name + "[" +
             (access.index ? text(model, *access.index) : "any") + "]";
  return "nothing";
}

}  // namespace

TEST_CASE("a pointer computed from another one leads into the same array") {
  CHECK(target(function("double* x = flat + 4;", "x[i] = flat[i];")) == "flat[k_i + 4]");
  CHECK(target(function("double* x = &flat[m]; double* y = x + 1;", "y[i] = flat[i];")) == "flat[k_i + m + 1]");
  CHECK(target(function("double* x = flat - n * m;", "x[i] = flat[i];")) == "flat[k_i - n*m]");
}

TEST_CASE("an offset that may have changed since is taken from the addresses") {
  const LoopModel model = function("double* x = flat + m; m = 3;", "x[i] = flat[i];");
  CHECK(target(model) == "flat[k_i + x - flat]");
}

TEST_CASE("a pointer that is written again, or whose base is, has an array of its own") {
  CHECK(target(function("double* x = flat; x = x + 1;", "x[i] = flat[i];")) == "x[k_i]");
  CHECK(target(function("double* x = flat; flat += n;", "x[i] = flat[i];")) == "x[k_i]");
  CHECK(target(function("double* x = flat; see(x);", "x[i] = flat[i];")) == "x[k_i]");
  CHECK(target(function("double* x = flat + 1;", "x[i] = 1;")) == "x[k_i]");
}

TEST_CASE("memory that the function allocates is its own, and its size is known") {
  for (const std::string what :
       {"double* a = new double[n];", "double* a = (double*)malloc(n * sizeof(double));",
        "auto* a = static_cast<double*>(std::calloc(n, sizeof(double)));", "auto a = std::make_unique<double[]>(n);"}) {
    const LoopModel model = function(what, "a[i] = flat[i];");
    CHECK(model.effects.empty());
    CHECK_FALSE(arrayNamed(model, "a").identity.empty());
    CHECK(arrayNamed(model, "a").extent.has_value());
  }
}

TEST_CASE("memory of a pointer that may have been moved on is nobody's own") {
  CHECK(arrayNamed(function("double* a = new double[n]; a += 1;", "a[i] = 1;"), "a").identity.empty());
  CHECK(arrayNamed(function("double* a = new double[n]; see(a);", "a[i] = 1;"), "a").identity.empty());
  CHECK(arrayNamed(function("auto a = std::make_unique<double[]>(n); a.reset(flat);", "a[i] = 1;"), "a")
            .identity.empty());
  const LoopModel other = function("double* a = new double[n]; n = m;", "a[i] = 1;");
  CHECK_FALSE(arrayNamed(other, "a").identity.empty());
  CHECK_FALSE(arrayNamed(other, "a").extent.has_value());
}

TEST_CASE("iterators and arrays of variable length are walked like pointers") {
  CHECK(target(function("auto p = v.begin();", "p[i] = 1;")) == "p[k_i]");
  CHECK(target(function("auto p = v.begin();", "*(p + i) = 1;")) == "p[k_i]");
  CHECK(target(function("double t[n];", "t[i] = flat[i];")) == "t[k_i]");
}

TEST_CASE("a variable that nothing writes holds the number of its declaration") {
  CHECK(target(function("int k = 3, l = 2 * k - 5;", "flat[i + l] = 0;")) == "flat[k_i + 1]");
  CHECK(target(function("int k = 3; k = n;", "flat[i + k] = 0;")) == "flat[k_i + k]");
  CHECK(target(function("int k = 3; if (n) ++k;", "flat[i + k] = 0;")) == "flat[k_i + k]");
  CHECK(target(function("int k = n;", "flat[i + k] = 0;")) == "flat[k_i + k]");
}
