#include "StatementsInLoop.h"

#include <catch2/catch.hpp>

using namespace clustrix::compiler;
using namespace clustrix::compiler::test;
using namespace clustrix::compiler::test::statements;

TEST_CASE("a constant is its number, and its name where the kernel has it") {
  CHECK(written("a[i + K * L - two] = 1;") == "k_i + 13");
  CHECK(words("a[i + K] = L;") == "{ a[i + K] = L; }");
  CHECK(loop("a[i + K] = 1;").kernel.captures.size() == 1);
  CHECK(loop("a[i + L] = 1;").kernel.captures.size() == 2);
}

TEST_CASE("a conversion between integers keeps the value, one to a smaller type asks for what it holds") {
  CHECK(written("a[static_cast<long>(i) + 1] = 1;") == "k_i + 1");
  CHECK(loop("a[static_cast<signed char>(i)] = 1;").obligations.size() == 1);
  CHECK(loop("a[static_cast<long>(i)] = 1;").obligations.empty());
}

TEST_CASE("a number that was no integer is one of data, or computed by the host") {
  CHECK(written("a[static_cast<int>(b[i])] = 1;") == "(int)");
  CHECK(written("a[i + static_cast<bool>(n)] = 1;") != "k_i");
}

TEST_CASE("an array decays to its first element, and a string to nothing that is read") {
  CHECK(written("double t[4]; double* p = t; p[1] = 2; a[i] = p[1];") == "k_i");
  CHECK(loop("const char* name = \"x\"; a[i] = name != nullptr;").effects.empty());
}

TEST_CASE("memory that is read as another type is refused") {
  CHECK(hasEffect(loop("a[i] = *reinterpret_cast<const float*>(&b[i]);"), "effect.pointer-cast"));
  CHECK_FALSE(hasEffect(loop("a[i] = *const_cast<double*>(&b[i]);"), "effect.pointer-cast"));
}

TEST_CASE("a method of a base that a method calls has the base's part of the object") {
  const LoopModel model = modelOf(R"(
struct A { double u; };
struct B { double v; double get() const { return v; } };
struct D : A, B { double w; double twice() const { return 2 * this->get(); } };
[[clustrix::cluster]] void f(const D* d, double* a, int n) {
  for (int i = 0; i < n; ++i) a[i] = d[i].twice();
}
)");
  CHECK(model.effects.empty());
  REQUIRE(model.accesses.size() == 2);
  CHECK(model.accesses[0].byteBegin == 8);
  CHECK(model.accesses[0].byteEnd == 16);
}
