#include "../Fixtures/Parse.h"

using namespace clustrix::compiler;
using namespace clustrix::compiler::test;

namespace {

LoopModel loop(const std::string& body) {
  return modelOf(
      "#include <functional>\nstruct P { int x; int more() const { return x + 1; } };\nint twice(int);\n"
      "inline int half(int x) { return x / 2; }\n"
      "[[clustrix::cluster]] void f(int* a, const P* p, int n) {\n  for (int i = 0; i < n; ++i) { " +
      body + " } }\n");
}

}  // namespace

TEST_CASE("a function that the library calls is the function") {
  CHECK(loop("a[i] = std::invoke([](int x) { return 2 * x; }, i);").effects.empty());
  CHECK(loop("a[i] = std::invoke(half, i);").effects.empty());
  CHECK(loop("const auto g = [&](int x, int y) { return x + y + n; };\n a[i] = std::invoke(\n  g,  // both\n  i, 3);")
            .effects.empty());
  CHECK(loop("a[i] = std::invoke([&] { return i + 1; });").effects.empty());
  CHECK(loop("a[i] = std::invoke(half, std::invoke(half, i));").effects.empty());
}

TEST_CASE("what a function does to its argument is seen") {
  CHECK_FALSE(loop("std::invoke([](int& x) { ++x; }, i); a[i] = 1;").loops[0].trip.has_value());
  CHECK_FALSE(loop("a[i] = std::invoke(twice, i);").effects.empty());
}

TEST_CASE("a member is called as before") {
  const LoopModel model = loop("a[i] = std::invoke(&P::more, p[i]) + std::invoke(&P::x, p[i]);");
  CHECK(model.loops.size() >= 1);
}
