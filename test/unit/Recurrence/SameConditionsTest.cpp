// Variables that are set and read under the same condition.
#include "../Fixtures/Parse.h"

using namespace clustrix::compiler;
using namespace clustrix::compiler::test;

namespace {

/// Whether an iteration may see what an earlier one has left in `t`.
bool isExposed(const std::string& statements) {
  const LoopModel model = modelOf(
      "[[clustrix::cluster]] double f(const double* a, double* b, const int* c, int n, bool w, int& seen) {\n"
      " double t = 0; int k = 0;\n for (int i = 0; i < n; ++i) { double x = 0; bool on = a[i] > 0; " +
      statements + " b[i] = x; } return t + k; }\n");
  for (const ScalarState& state : model.scalars)
    if (state.name == "t") return !state.exposedReads.empty() || !state.runningReads.empty();
  return false;
}

}  // namespace

TEST_CASE("a value that is read where it was set is the iteration's own") {
  CHECK_FALSE(isExposed("if (on) t = a[i]; if (on) x = t;"));
  CHECK_FALSE(isExposed("if (w) { x = 1; t = a[i]; } x += 2; if (w && x > 1) x += t;"));
  CHECK_FALSE(isExposed("if (c[i]) t = a[i]; x = c[i] ? t : 1;"));
  CHECK_FALSE(isExposed("if (on) x = 1; else t = a[i]; if (!on) x = t;"));
  CHECK_FALSE(isExposed("if (!on) t = a[i]; for (int j = 0; j < n; ++j) if (!on) x += t;"));
  CHECK_FALSE(isExposed("if (on || w) t = a[i]; if (on || w) { if (x < 3) x = t; }"));
  CHECK_FALSE(isExposed("if (on) t = a[i]; if (on && t > 2) x = 1;"));
}

TEST_CASE("a value that is read under other conditions may be an earlier iteration's") {
  CHECK(isExposed("if (on) t = a[i]; x = t;"));
  CHECK(isExposed("if (on) t = a[i]; if (!on) x = t;"));
  CHECK(isExposed("if (on) t = a[i]; if (w) x = t;"));
  CHECK(isExposed("if (on && w) t = a[i]; if (on) x = t;"));
  CHECK(isExposed("if (on) t = a[i]; if (on || w) x = t;"));
  CHECK(isExposed("if (on) x = t; if (on) t = a[i];"));
  CHECK(isExposed("if (on) if (w) t = a[i]; if (on) x = t;"));
  CHECK(isExposed("for (int j = 0; j < i; ++j) if (on) t = a[i]; if (on) x = t;"));
}

TEST_CASE("a condition that may have changed is not the same") {
  CHECK(isExposed("if (on) t = a[i]; on = w; if (on) x = t;"));
  CHECK(isExposed("if (on) { t = a[i]; on = false; } if (on) x = t;"));
  CHECK(isExposed("if (on) t = a[i]; for (int j = 0; j < 3; ++j) { if (on) x += t; on = !on; }"));
  CHECK(isExposed("if (c[i]) t = a[i]; b[i] = 1; if (c[i]) x = t;"));
  CHECK(isExposed("if (seen) t = a[i]; b[i] = 1; if (seen) x = t;"));
  CHECK(isExposed("if (c[k]) t = a[i]; k = i; if (c[k]) x = t;"));
  CHECK(isExposed("if (k++ > 1) t = a[i]; if (k++ > 1) x = t;"));
  CHECK(isExposed("if (on) { if (w) goto behind; t = a[i]; } behind: if (on) x = t;"));
}
