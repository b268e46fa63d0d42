// Elements that both branches of a condition write.
#include "../Fixtures/Parse.h"

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

TEST_CASE("what all branches of a chain write is surely written behind it") {
  CHECK(certain("if (c[i]) w[i] = 1; else if (c[m]) w[i] = a[i]; else w[i] = 3;") == "k_i");
  CHECK(certain(
            "if (c[i]) w[i] = 1; else { c[m]; if (c[m]) { w[i] = a[i]; } else if (c[0]) w[i] = 2; else w[i] = 3; }") ==
        "k_i");
  CHECK(certain("if (c[i]) { if (c[m]) w[i] = a[i]; else w[i] = 3; } else w[i] = 1;") == "k_i");
  CHECK(certain("for (int j = 0; j < m; ++j) if (j == 0) w[j] = 1; else if (j == m - 1) w[j] = 2; else w[j] = a[j];") ==
        "k_j");
  CHECK(certain("if (c[i]) for (int j = 0; j < m; ++j) { if (c[j]) w[j] = 1; else w[j] = 2; } else "
                "for (int j = 0; j < m; ++j) w[j] = 3;") == "k_j");
}

TEST_CASE("what all paths through a switch write is surely written behind it") {
  CHECK(certain("switch (c[i]) { case 1: w[i] = 1; break; case 2: case 3: w[i] = 2; break; default: w[i] = 3; }") ==
        "k_i");
  CHECK(certain("switch (c[i]) { case 1: w[0] = 1; case 2: w[i] = 2; break; default: { w[i] = 3; break; } }") == "k_i");
  CHECK(certain("if (c[m]) w[i] = 0; else switch (c[i]) { case 1: w[i] = 1; break; default: w[i] = 3; break; }") ==
        "k_i");
}

TEST_CASE("what a path through a chain or a switch leaves out is not") {
  CHECK(certain("if (c[i]) w[i] = 1; else if (c[m]) w[i] = a[i]; else w[m] = 3;") == "");
  CHECK(certain("if (c[i]) w[i] = 1; else { if (c[m]) { if (c[0]) w[i] = 1; else w[i] = 2; } }") == "");
  CHECK(certain("if (c[i]) w[i] = 1; else while (c[m]) { if (c[0]) w[i] = 1; else w[i] = 2; }") == "");
  CHECK(certain("switch (c[i]) { case 1: w[i] = 1; break; case 2: w[i] = 2; break; }") == "");
  CHECK(certain("switch (c[i]) { case 1: w[i] = 1; break; case 2: break; default: w[i] = 3; }") == "");
  CHECK(certain("switch (c[i]) { case 1: w[i] = 1; break; default: w[0] = 3; }") == "");
  CHECK(certain("switch (c[i]) { case 1: if (c[0]) break; w[i] = 1; break; default: w[i] = 3; }") == "");
  CHECK(certain("switch (c[i]) { case 1: { if (c[0]) break; w[i] = 1; break; } default: w[i] = 3; }") == "");
  CHECK(certain("switch (c[i]) { case 1: w[i] = 1; break; default: if (c[0]) continue; w[i] = 3; }") == "");
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
  CHECK(certain("if (c[i]) w[c[i]] = 1; else w[c[m]] = 2;") == "");
}
