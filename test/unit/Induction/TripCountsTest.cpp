#include "../Fixtures/Parse.h"

using namespace clustrix::compiler;
using namespace clustrix::compiler::test;

namespace {

LoopModel loop(const std::string& head, const std::string& parameters = "double* a, int n, int k") {
  return modelOf("[[clustrix::cluster]] void f(" + parameters + ") { for (" + head + ") a[i] = 0; }\n");
}

std::string trip(const LoopModel& model) {
  if (!model.loops[0].trip) return "none";
  return text(model, model.loops[0].trip->distance) + " by " + text(model, model.loops[0].trip->stride);
}

}  // namespace

TEST_CASE("headers of any direction, step and comparison are counted") {
  CHECK(trip(loop("int i = 0; i < n; ++i")) == "n by 1");
  CHECK(trip(loop("int i = 2; i <= n; i += 3")) == "n - 1 by 3");
  CHECK(trip(loop("int i = n - 1; i >= 0; --i")) == "n by 1");
  CHECK(trip(loop("int i = n; i > k; i = i - 2")) == "n - k by 2");
  CHECK(trip(loop("int i = 0; n > i; i++")) == "n by 1");
  CHECK(trip(loop("int i = n; i-- > 0;")) == "n by 1");
}

TEST_CASE("a bound may be made of macros, whole or with more around them") {
  const auto macros = [](const std::string& head) {
    return modelOf(
        "#define LAST (n - 1)\n#define half(x) ((x) > 0 ? (x) / 2 : 0)\n#define TWICE(x) x + x\n"
        "[[clustrix::cluster]] void f(double* a, int n, int k) { for (" +
        head + ") a[i] = 0; }\n");
  };
  CHECK(trip(macros("int i = 0; i <= LAST; ++i")) == "n by 1");
  CHECK(trip(macros("int i = 0; i < half(n); ++i")) == "half(n) by 1");
  CHECK(trip(macros("int i = half(k); i < half(n) + 3; ++i")) == "half(n) + 3 - half(k) by 1");
  CHECK(trip(macros("int i = 0; i < 3 + TWICE(half(k)); ++i")) == "3 + TWICE(half(k)) by 1");
}

TEST_CASE("a step known at run time must be positive") {
  const LoopModel model = loop("int i = 0; i < n; i += k");
  CHECK(trip(model) == "n by k");
  REQUIRE(model.requirements.size() == 1);
  CHECK(text(model, model.requirements[0].value) == "k - 1");
}

TEST_CASE("!= needs an end that is met exactly") {
  const LoopModel model = loop("int i = k; i != n; i += 2");
  REQUIRE(model.requirements.size() == 2);
  CHECK(model.requirements[0].kind == Requirement::NonNegative);
  CHECK(model.requirements[1].kind == Requirement::Divisible);
}

TEST_CASE("an unsigned variable must not wrap on its way to the end") {
  const LoopModel model = loop("unsigned i = n; i >= 0; --i", "double* a, unsigned n");
  const bool impossible = std::any_of(model.obligations.begin(), model.obligations.end(), [](const Obligation& o) {
    return o.value.constant() && *o.value.constant() < o.min;
  });
  CHECK(impossible);
}

TEST_CASE("what changes the count makes the loop uncounted") {
  const auto body = [](const std::string& statements) {
    return modelOf("[[clustrix::cluster]] void f(int* a, int n) { " + statements + " }\n");
  };
  CHECK(hasEffect(body("for (int i = 0; i < n; ++i) if (a[i]) ++i;"), "loop.variable-written"));
  CHECK(hasEffect(body("for (int i = 0; i < n; ++i) --n;"), "loop.bound-changes"));
  CHECK(hasEffect(body("for (float x = 0; x < 1; x += 0.5f) a[0] = 1;"), "loop.uncounted"));
  CHECK(hasEffect(body("int i = 0; while (a[i]) ++i;"), "loop.uncounted"));
  CHECK(hasEffect(body("int i = 0; int& j = i; for (; i < n; ++i) j = 0;"), "loop.uncounted"));
}

TEST_CASE("a while loop is counted by the step that ends its body") {
  const LoopModel model =
      modelOf("[[clustrix::cluster]] int f(int* a, int n) { int i = 5; while (i < n) { a[i] = i; ++i; } return i; }\n");
  CHECK(trip(model) == "n - i by 1");
  CHECK(model.kernel.finalVariable == "i");
}

TEST_CASE("two bounds that the host can compute give a count, a mask of what is known among them") {
  const LoopModel model = modelOf(
      "[[clustrix::cluster]] void f(double* a, int k, int n) {\n"
      "  for (int i = 0; i < (k & 15) && i < n; ++i) a[i] = i;\n}\n");
  CHECK(!hasEffect(model, "loop.uncounted"));
  CHECK(model.loops[0].trip);
}

TEST_CASE("a range that lies in something else is as long as its type says") {
  const auto written = [](const std::string& parameter, const std::string& loops) {
    const LoopModel model =
        modelOf("#include <array>\n[[clustrix::cluster]] void f(" + parameter + ", int n) { " + loops + " }\n");
    CHECK(model.effects.empty());
    for (const Access& access : model.accesses)
      if (access.kind == AccessKind::Write && access.index) return text(model, *access.index);
    return std::string("none");
  };
  CHECK(written("int (*a)[8]", "for (int i = 0; i < n; ++i) for (int& v : a[i]) v = i;") == "8*k_i + k1");
  CHECK(written("int (&a)[6][8]", "for (auto& row : a) for (int& v : row) v = n;") == "8*k0 + k1");
  CHECK(written("std::array<std::array<int, 8>, 6>& a", "for (auto& row : a) for (int& v : row) v = n;") == "k0");
  CHECK(written("int* a", "for (int i = 0; i < n; ++i) { int own[3]; for (int& v : own) v = i; a[i] = own[2]; }") ==
        "k_i");
}
