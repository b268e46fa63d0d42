#include "../Fixtures/Parse.h"

using namespace clustrix::compiler;
using namespace clustrix::compiler::test;

TEST_CASE("a function that reaches memory through its arguments alone is walked") {
  const LoopModel model = modelOf(R"(
inline double twice(const double& x) { return 2 * x; }
[[clustrix::cluster]] void f(double* a, int n) { for (int i = 0; i < n; ++i) a[i] = twice(a[i]); }
)");
  CHECK(model.effects.empty());
  CHECK(model.kernel.hostCalls.empty());
  CHECK(model.kernel.deviceFunctions.size() == 1);
  CHECK(model.accesses.size() == 2);
}

TEST_CASE("a function that recurses or has no body, and a constructor that uses a global, are refused") {
  const auto effect = [](const std::string& function) {
    const LoopModel model = modelOf(
        function + "\n[[clustrix::cluster]] void f(int* a, int n) { for (int i = 0; i < n; ++i) a[i] = g(a[i]); }\n");
    REQUIRE(!model.effects.empty());
    return model.effects[0].code;
  };
  CHECK(effect("int base = 0; struct S { int v; S(int x) : v(x + base) {} }; int g(int x) { return S(x).v; }") ==
        "effect.call-state");
  CHECK(effect("int g(int x) { return x < 2 ? x : g(x - 1); }") == "effect.recursion");
  CHECK(effect("int g(int x);") == "effect.call");
}

TEST_CASE("a reduction behind a reference is the variable's own") {
  const LoopModel model = modelOf(R"(
inline void put(double& sum, double x) { sum += x; }
[[clustrix::cluster]] double f(double* a, int n) {
  double s = 0;
  for (int i = 0; i < n; ++i) put(s, a[i]);
  return s;
}
)");
  REQUIRE(model.scalars.size() == 1);
  CHECK(model.scalars[0].updates.size() == 1);
  CHECK(model.scalars[0].exposedReads.empty());
}
