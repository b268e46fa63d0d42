// Loops in other words: what they are told to be, and which are left as they are.
#include "../Fixtures/Parse.h"

using namespace clustrix::compiler;
using namespace clustrix::compiler::test;

namespace {

std::string function(const std::string& statements) {
  return "#include <utility>\n#include <vector>\nvoid use(int&);\n"
         "[[clustrix::cluster]] int f(double* a, double* b, double* lo, double* hi, std::vector<double>& v, "
         "std::vector<double>& w, int n) {\n" +
         statements + " return 0; }\n";
}
LoopModel loop(const std::string& statements) { return modelOf(function(statements)); }
std::string trips(const std::string& statements) {
  const LoopModel model = loop(statements);
  return model.effects.empty() && model.loops[0].trip ? text(model, model.loops[0].trip->distance) : "";
}
bool counts(const std::string& statements) { return !trips(statements).empty(); }

}  // namespace

TEST_CASE("a test that leaves an endless loop at its begin is the head's") {
  for (const char* text : {"int i = 0; while (true) { if (i >= n) break; a[i] = 1; ++i; }",
                           "int i = 0; while (1) { if (!(i < n)) { break; } a[i] = 1; i++; }",
                           "for (int i = 0;; ++i) { if (i == n) break; a[i] = 1; }",
                           "int i = 0; for (;;) { if (i >= n) break; a[i] = 1; ++i; }",
                           "for (int i = 0;; ++i) { double t = a[i]; if (i >= n) break; b[i] = t; }",
                           "for (int i = 0;; ++i) { if (i >= n) break; if (a[i] > 1) continue; b[i] = 1; }"}) {
    INFO(text);
    CHECK((trips(text) == "n" || trips(text) == "n - i"));
  }
}

TEST_CASE("a test that leaves an endless loop at its end makes it a loop that tests last") {
  for (const char* text : {"int i = 0; while (true) { a[i] = 1; ++i; if (i >= n) break; }",
                           "int i = 0; for (;;) { a[i] = 1; if (++i >= n) break; }"}) {
    INFO(text);
    CHECK(counts(text));
  }
}

TEST_CASE("a test in the midst of what a loop does stays there") {
  for (const char* text : {"int i = 0; while (true) { b[i] = 2; if (i >= n - 1) break; a[i] = 1; ++i; }",
                           "for (int i = 0;; ++i) { int m = n - 1; if (i >= m) break; a[i] = 1; }",
                           "for (int i = 0;; ++i) { int t = n++; if (i >= 5) break; a[i] = t; }",
                           "int i = 0; while (true) { if (a[i] > 0) continue; a[i] = 1; if (++i >= n) break; }",
                           "int i = 0; while (true) { int m = n; a[i] = 1; ++i; if (i >= m) break; }",
                           "for (int i = 0;; ++i) { a[i] = 1; if (i >= n) break; }",
                           "int i = 0; while (true) { if (i >= n) break; else ++i; a[i] = 1; }",
                           "for (int i = 0;; ++i) { if (i >= n) return i; a[i] = 1; }"}) {
    INFO(text);
    CHECK_FALSE(counts(text));
  }
}

TEST_CASE("steps that end the body are the head's where its condition asks for them") {
  CHECK(trips("int i = 0, j = n - 1; while (i < j) { std::swap(a[i], a[j]); ++i; --j; }") == "j - i");
  CHECK(trips("int i = 0, j = 0; while (i < n) { a[i] = b[j]; ++i; j += 2; }") == "n - i");
  CHECK(trips("int i = 0, j = n; for (; i < j; ++i) { a[i] = a[j]; --j; }") == "j - i");
  CHECK(counts("while (lo < hi) { std::swap(*lo, *hi); ++lo; --hi; }"));
  CHECK(counts("auto i = v.begin(), o = w.begin(); while (i != v.end()) { *o = *i; ++o; ++i; }"));
}

TEST_CASE("steps that something else could come between stay in the body") {
  CHECK_FALSE(
      counts("int i = 0, j = n - 1; while (i < j) { if (a[i] > 0) continue; std::swap(a[i], a[j]); ++i; --j; }"));
  CHECK_FALSE(counts("int i = 0, j = n - 1; while (i < j) { int k = 1; a[i] = a[j]; i += k; j -= k; }"));
  CHECK_FALSE(counts("int i = 0, j = n - 1; while (i < j) { std::swap(a[i], a[j]); if (a[i] > 0) ++i; --j; }"));
}

TEST_CASE("a step that begins the body is the head's, and the body sees the value behind it") {
  const LoopModel down = loop("int i = n; while (i > 0) { --i; a[i] = b[i]; }");
  CHECK(down.effects.empty());
  REQUIRE_FALSE(down.accesses.empty());
  REQUIRE(down.accesses[0].index);
  CHECK(text(down, *down.accesses[0].index) == "i - k_i - 1");
  CHECK(counts("int i = n; do { --i; a[i] = b[i]; } while (i > 0);"));
  CHECK(counts("int i = n; while (true) { if (i <= 0) break; --i; a[i] = b[i]; }"));
}

TEST_CASE("a step that begins the body stays where the body does more than read its variable") {
  CHECK_FALSE(counts("int i = n; while (i > 0) { --i; a[i] = b[i]; use(i); }"));
  CHECK_FALSE(counts("int i = n; while (i > 0) { --i; a[i] = b[i]; if (a[i] > 3) break; }"));
  CHECK_FALSE(counts("int i = n; int& r = i; while (i > 0) { --i; a[i] = b[r]; }"));
  CHECK_FALSE(counts("int i = n; while (i > 0) { --i; a[i] = b[i]; if (a[i] > 1) --i; }"));
}

TEST_CASE("steps in the midst of the body are the head's where each is the only mention") {
  CHECK(trips("int i = 0, j = n - 1; while (i < j) std::swap(a[i++], a[j--]);") == "j - i");
  CHECK(counts("auto i = v.begin(), e = v.end(), o = w.begin(); while (i != e) *o++ = *i++;"));
  CHECK_FALSE(counts("int i = 0, j = n - 1; while (i < j) { std::swap(a[i++], a[j--]); b[i] = 1; }"));
}

TEST_CASE("the report tells the head as it is written") {
  CHECK(loop("int i = 0; while (true) { if (i >= n) break; a[i] = 1; ++i; }").kernel.header == "while (true)");
  CHECK(loop("int i = 0, j = n; while (i < j) { a[i] = a[j]; ++i; --j; }").kernel.header == "while (i < j)");
}

TEST_CASE("two variables that meet do not wrap around on the way") {
  const LoopModel model = loop("for (std::size_t i = 0, j = v.size() - 1; i < j; ++i, --j) std::swap(v[i], v[j]);");
  CHECK(model.effects.empty());
  CHECK(model.loops[0].trip.has_value());
  CHECK_FALSE(model.obligations.empty());
}
