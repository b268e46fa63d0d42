// Elements that both branches of a condition write.
#include "Parse.h"

using namespace clustrix::compiler;
using namespace clustrix::compiler::test;

namespace {

/// The places of `w` that are surely written.
std::string certain(const std::string& statements) {
  const LoopModel model = modelOf(
      "[[clustrix::cluster]] void f(const double* a, double* w, const int* c, int n, int m) {\n"
      " for (int i = 0; i < n; ++i) { " +
      statements + " } }\n");
  std::string places;
  for (const Access& access : model.accesses)
    if (access.kind == AccessKind::Write && access.certain)
      places += (places.empty() ? "" : ", ") + (access.index ? text(model, *access.index) : "any") +
                (access.conditions.empty() ? "" : "?");
  return places;
}

}  // namespace

TEST_CASE("what both branches write is surely written behind them") {
  CHECK(certain("if (c[i]) w[i] = 1; else w[i] = a[i];") == "k_i");
  CHECK(certain("if (i > m) { w[0] = 1; w[2 * i] = 3; } else { w[2 * i] = 1; w[0] = a[i]; }") == "0, 2*k_i");
  CHECK(certain("if (c[i]) for (int j = 0; j < m; ++j) w[j] = 1; else for (int k = 0; k < m; ++k) w[k] = 2;") == "k_j");
  CHECK(certain("if (c[i]) { for (int j = 0; j < m; ++j) { w[j + 1] = 1; } } else "
                "for (int k = 1; k <= m; ++k) w[k] = 2;") == "k_j + 1");
}

TEST_CASE("what only one of them surely writes is not") {
  CHECK(certain("if (c[i]) w[i] = 1;") == "");
  CHECK(certain("if (c[i]) w[i] = 1; else w[i + 1] = a[i];") == "");
  CHECK(certain("if (c[i]) w[i] = 1; else if (c[m]) w[i] = a[i];") == "");
  CHECK(certain("if (c[i]) w[i] = 1; else { if (c[m]) w[i] = a[i]; w[m] = 1; }") == "");
  CHECK(certain("if (c[i]) w[i] = 1; else c[m] && (w[i] = a[i]);") == "");
  CHECK(certain("if (c[i]) for (int j = 0; j < m; ++j) w[j] = 1; else for (int k = 1; k < m; ++k) w[k] = 2;") == "");
  CHECK(certain("if (c[i]) for (int j = 0; j < m; ++j) w[j] = 1; else w[0] = 2;") == "");
  CHECK(certain("if (c[i]) for (int j = 0; j < m; ++j) { if (c[j]) break; w[j] = 1; } else "
                "for (int j = 0; j < m; ++j) w[j] = 1;") == "");
  CHECK(certain("if (c[i]) for (int j = 0; j < m; ++j) { if (c[j]) continue; w[j] = 1; } else "
                "for (int j = 0; j < m; ++j) w[j] = 1;") == "");
  CHECK(certain("if (c[i]) { if (c[m]) goto behind; w[i] = 1; behind:; } else w[i] = 2;") == "");
  CHECK(certain("if (c[i]) { do { if (c[m]) break; w[i] = 1; } while (0); } else w[i] = 2;") == "");
  CHECK(certain("if (c[i]) { if (c[m]) continue; w[i] = 1; } else w[i] = 2;") == "");
  CHECK(certain("if (c[i]) w[c[i]] = 1; else w[c[i]] = 2;") == "");
}
