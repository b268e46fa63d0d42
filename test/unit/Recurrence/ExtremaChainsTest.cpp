// ArgExtremaTest.cpp asks which chains there are; these are about the values and the variables of one.
#include "../Fixtures/MarkedBody.h"

using namespace clustrix::compiler;
using namespace clustrix::compiler::test;

namespace {

LoopModel body(const std::string& statements) {
  return modelOf(
      "#include <cmath>\n#include <vector>\ndouble next(); double lowest;\n"
      "[[clustrix::cluster]] double f(const double* a, const int* k, std::vector<double>& v, int n, double lo, "
      "double hi, float half) {\n  int count = 0;\n  for (int i = 0; i < n; ++i) { " +
      statements + " }\n  return lo + hi + count + half;\n}\n");
}

/// What has to hold in front of the loop for two extremes to be kept by themselves; "" where they are not.
std::string required(const std::string& statements) {
  const LoopModel model = body(statements);
  if (!model.effects.empty() || model.updates.size() != 2) return "";
  const bool isChain = markedBody(model).find("else") != std::string::npos;
  REQUIRE(model.requirements.size() == (isChain ? 0 : 1));
  if (isChain) return "";
  return model.symbols[static_cast<std::size_t>(model.requirements[0].value.symbols().front().value)].name;
}

}  // namespace

TEST_CASE("the least is no greater than the greatest to begin with, whichever is asked first") {
  CHECK(required("if (a[i] > hi) hi = a[i]; else if (a[i] < lo) lo = a[i];") == "lo <= hi");
  CHECK(required("if (a[i] < lo) lo = a[i]; else if (a[i] > hi) hi = a[i];") == "lo <= hi");
  CHECK(required("if (a[i] < hi) hi = a[i]; else if (a[i] > lo) lo = a[i];") == "hi <= lo");
  CHECK(required("if (a[i] > hi) { hi = a[i]; } else { if (a[i] < lo) lo = a[i]; }") == "lo <= hi");
  CHECK(required("if (a[i] >= hi) hi = a[i]; else if (a[i] < lo) lo = a[i];") == "lo <= hi");
  CHECK(required("if (a[i] < lowest) lowest = a[i]; else if (a[i] > hi) hi = a[i];") == "lowest <= hi");
}

TEST_CASE("a value that is computed again is the same where nothing changes in between") {
  CHECK(required("if (std::abs(a[i]) > hi) hi = std::abs(a[i]); else if (std::abs(a[i]) < lo) lo = std::abs(a[i]);") ==
        "lo <= hi");
  CHECK(required("if (v[i] > hi) hi = v[i]; else if (v[i] < lo) lo = v[i];") == "lo <= hi");
  CHECK(required("if (next() > hi) hi = next(); else if (next() < lo) lo = next();") == "");
  CHECK(required("if (a[count++] > hi) hi = a[count++]; else if (a[count++] < lo) lo = a[count++];") == "");
}

TEST_CASE("an extremum that another statement needs, that takes a NaN, or of another type is none of a chain") {
  CHECK(required("if (!(a[i] <= hi)) hi = a[i]; else if (a[i] < lo) lo = a[i];") == "");
  CHECK(required("if (a[i] > hi) hi = a[i]; else if (a[i] < half) half = a[i];") == "");
  CHECK(required("lo = 3; if (a[i] > hi) hi = a[i]; else if (a[i] < lo) lo = a[i];") == "");
  CHECK(required("if (a[i] > hi) hi = a[i]; else { if (a[i] < lo) lo = a[i]; ++count; }") == "");
  CHECK(required("if (double x = a[i]; x > hi) hi = x; else if (x < lo) lo = x;") == "");
}
