#include "../Fixtures/Parse.h"

using namespace clustrix::compiler;
using namespace clustrix::compiler::test;

namespace {

/// Whether `x`, written by a loop, is live behind it, where `rest` follows.
bool live(const std::string& rest, const std::string& before = "", const std::string& after = "") {
  const auto unit = parse("[[clustrix::cluster]] int f(int* a, int n) { int x = 0; " + before +
                          " for (int i = 0; i < n; ++i) { x = a[i]; a[i] = x + 1; } " + rest + after + " }\n");
  const auto& loops = unit.functions[0].loops;
  const auto writing = std::find_if(loops.begin(), loops.end(), [](const LoopSite& site) {
    return site.model.kernel.header.starts_with("for (int i = 0;");
  });
  REQUIRE(writing != loops.end());
  const LoopModel& model = writing->model;
  REQUIRE(model.scalars.size() == 1);
  return model.scalars[0].liveAfter;
}

}  // namespace

TEST_CASE("a variable is live when something may read it before it is overwritten") {
  CHECK(live("return x;"));
  CHECK_FALSE(live("return 0;"));
  CHECK_FALSE(live("x = 2; return x;"));
  CHECK(live("if (n) x = 2; return x;"));
  CHECK(live("for (x = x; x < 3; ++x) a[x] = 0; return 0;"));
  CHECK_FALSE(live("for (x = 0; x < 3; ++x) a[x] = 0; return 0;"));
}

TEST_CASE("the next round of a loop around reads it too") {
  CHECK(live("", "while (n > 3) { --n; a[0] = x;", "} return 0;"));
  CHECK_FALSE(live("", "while (n > 3) { --n;", "} return 0;"));
  CHECK(live("if (n > 9) break; x = 1;", "while (n > 3) { --n;", "} return x;"));
}

TEST_CASE("what a head declares reads it, too") {
  CHECK(live("if (int y = x) a[0] = y; return 0;"));
  CHECK(live("if (int y = x; y > 2) a[0] = y; return 0;"));
  CHECK(live("while (int y = x) { a[0] = y; break; } return 0;"));
  CHECK(live("for (; int y = x;) { a[0] = y; break; } return 0;"));
  CHECK(live("int two[2] = {0, 1}; for (int y = x; int z : two) a[z] = y; return 0;"));
  CHECK(live("switch (int y = x) { default: a[0] = y; } return 0;"));
  CHECK(live("switch (int y = x; y) { default: a[0] = y; } return 0;"));
  CHECK(live("", "while (int y = x - 1) { a[0] = y;", "} return 0;"));
  CHECK(live("", "for (int k = 0; int y = x - k; ++k) { a[0] = y;", "} return 0;"));
  CHECK_FALSE(live("if (int y = n) a[0] = y; return 0;"));
  CHECK_FALSE(live("", "while (int y = --n) { a[0] = y;", "} return 0;"));
}

TEST_CASE("an array's elements are dead where only elements are named, and none behind the loop") {
  const auto liveArray = [](const std::string& rest, const std::string& before = "", const std::string& after = "") {
    const auto unit = parse(
        "double g(const double*); [[clustrix::cluster]] double f(const double* a, double* b, int n) {"
        " double t[8]; t[0] = a[0]; " +
        before + " for (int i = 0; i < n; ++i) { t[1] = a[i]; b[i] = t[1]; } " + rest + after + " }\n");
    const auto& loops = unit.functions[0].loops;
    const auto writing = std::find_if(loops.begin(), loops.end(), [](const LoopSite& site) {
      return site.model.kernel.header.starts_with("for (int i = 0;");
    });
    REQUIRE(writing != loops.end());
    for (const ArrayObject& array : writing->model.arrays)
      if (array.name == "t") return array.liveAfter;
    return writing->model.scalars.at(0).liveAfter;  // a single element is seen as a scalar
  };
  CHECK_FALSE(liveArray("return 0;"));
  CHECK(liveArray("return t[3];"));
  CHECK(liveArray("return g(t);"));
  CHECK(liveArray("return 0;", "const double* p = t;"));
  CHECK(liveArray("return 0;", "const double& r = t[2];"));
  CHECK(liveArray("return 0;", "auto h = [&] { return t[2]; };"));
  CHECK(liveArray("} return 0;", "while (n > 3) { --n; b[0] = t[4];"));
}

TEST_CASE("functions that name elements of an array they are given keep nothing of it") {
  const auto liveArray = [](const std::string& function, const std::string& rest = "return 0;") {
    const LoopModel model =
        modelOf(function +
                "\n[[clustrix::cluster]] double f(const double* a, double* b, int n) {\n  double t[4], u[2][4];\n"
                "  for (int i = 0; i < n; ++i) { g(a[i], t); g(a[i], u[1]); b[i] = t[1] + u[1][0]; }\n  " +
                rest + "\n}\n");
    for (const ArrayObject& array : model.arrays)
      if (array.name == "t") return array.liveAfter;
    FAIL("no such array");
    return true;
  };
  const std::string fill = "{ for (int m = 0; m < 4; ++m) t[m] = x * m; }";
  CHECK_FALSE(liveArray("void g(double x, double* t) " + fill));
  CHECK_FALSE(liveArray("void g(double x, double t[4]) " + fill));
  CHECK_FALSE(liveArray("void h(double x, double* t) " + fill + " void g(double x, double* t) { h(x, t); }"));
  CHECK(liveArray("void g(double x, double* t) " + fill, "return t[1];"));
  CHECK(liveArray("void g(double x, double* t) " + fill, "g(1, t); return 0;"));
  CHECK(liveArray("double* kept; void g(double x, double* t) { t[0] = t[1] = x; kept = t; }"));
  CHECK(liveArray("double* kept; void g(double x, double* t) { t[0] = t[1] = x; kept = &t[0]; }"));
  CHECK(liveArray("double* kept; double g(double x, double* t) { t[0] = t[1] = x; kept = t + 1; return x; }"));
  CHECK(liveArray("double* g(double x, double* t) { t[0] = t[1] = x; return t; }"));
  CHECK(liveArray("void g(double x, double* t) { t[0] = t[1] = x; auto f = [=] { return t[1]; }; f(); }"));
}
