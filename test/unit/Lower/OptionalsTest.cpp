// std::optional of numbers: what a loop may do with one, and what it may not.
#include "../Fixtures/Parse.h"

using namespace clustrix::compiler;
using namespace clustrix::compiler::test;

namespace {

LoopModel body(const std::string& statements) {
  return modelOf(
      "#include <optional>\n#include <string>\n#include <vector>\n"
      "std::optional<double> half(double x) { if (x < 0) return std::nullopt; return x / 2; }\n"
      "[[clustrix::cluster]] void f(double* a, const double* b, int n, std::optional<double> outer,"
      " std::vector<std::optional<int>>& all) {\n"
      "  for (int i = 0; i < n; ++i) { " +
      statements + " }\n}\n");
}

}  // namespace

TEST_CASE("an optional of the iteration's own has no effects") {
  for (const char* text :
       {"std::optional<double> x; if (b[i] > 0) x = b[i]; a[i] = x.value_or(1);",
        "std::optional<double> x = b[i]; if (x) a[i] = *x;",
        "std::optional<int> x{i}; x.reset(); x.emplace(3); a[i] = x.has_value() ? *x : 0;",
        "std::optional<double> x; x = std::nullopt; std::optional<double> y = x; *y += 1; a[i] = y ? *y : 2;",
        "if (const auto x = half(b[i])) a[i] = *x;", "a[i] = half(b[i]).value_or(3);",
        "std::optional<double> x(b[i]); a[i] = x == std::nullopt || x != 2.0 ? 1 : *x;",
        "a[i] = outer ? *outer : outer.value_or(2);"}) {
    INFO(text);
    const LoopModel model = body(text);
    CHECK(model.effects.empty());
    CHECK(model.obstacles.empty());
  }
}

TEST_CASE("what throws, or holds more than a number, is refused") {
  CHECK(hasEffect(body("std::optional<double> x = half(b[i]); a[i] = x.value();"), "effect.exception"));
  CHECK_FALSE(body("std::optional<std::string> x; a[i] = x ? 1 : 0;").effects.empty());
}

TEST_CASE("one from outside the loop may be read, and not assigned") {
  CHECK_FALSE(body("outer = b[i]; a[i] = *outer;").effects.empty());
  CHECK_FALSE(body("*outer += b[i];").effects.empty());
  CHECK_FALSE(body("outer.reset();").effects.empty());
}

TEST_CASE("a value that is surely there is asked for without an exception") {
  for (const char* text :
       {"std::optional<double> x = b[i]; a[i] = x.value();", "auto x = half(b[i]); if (x) a[i] = x.value();",
        "auto x = half(b[i]); a[i] = x.has_value() ? x.value() : 1;",
        "auto x = half(b[i]); if (!x) continue; a[i] = x.value();",
        "auto x = half(b[i]); if (x && x.value() > 2) a[i] = 1;",
        "auto x = half(b[i]); if (!x || x.value() > 2) a[i] = 1;",
        "if (auto x = half(b[i]); x != std::nullopt) a[i] = x.value();",
        "std::optional<double> x; x.emplace(b[i]); auto y = x; a[i] = y.value();",
        "if (outer) a[i] = outer.value();"}) {
    INFO(text);
    const LoopModel model = body(text);
    CHECK(model.effects.empty());
    CHECK(model.obstacles.empty());
    std::string kernel;
    for (const BodyPiece& piece : model.kernel.body) kernel += piece.kind == BodyPiece::Text ? piece.text : "_";
    CHECK(kernel.find(".value()") == std::string::npos);
  }
}

TEST_CASE("a test says nothing of what came in between, or of another branch") {
  for (const char* text :
       {"std::optional<double> x = b[i]; if (b[i] > 1) x.reset(); a[i] = x.value();",
        "auto x = half(b[i]); if (x) x = std::nullopt; if (x) {} a[i] = x.value();",
        "auto x = half(b[i]); if (!x) a[i] = x.value();", "auto x = half(b[i]); if (x || b[i] > 3) a[i] = x.value();",
        "auto x = half(b[i]); if (x) { auto& y = x; y.reset(); a[i] = x.value(); }",
        "auto x = half(b[i]), y = half(a[i]); if (x) a[i] = y.value();",
        "auto x = half(b[i]); const auto get = [](std::optional<double> p) { return p ? p.value() : 0; }; a[i] = "
        "get(x);",
        "std::optional<double> x = b[i]; for (int j = 0; j < 2; ++j) { a[i] = x.value(); x.reset(); }"}) {
    INFO(text);
    CHECK(hasEffect(body(text), "effect.exception"));
  }
}
