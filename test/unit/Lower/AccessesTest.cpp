#include "../Fixtures/Parse.h"

using namespace clustrix::compiler;
using namespace clustrix::compiler::test;

TEST_CASE("what a pointer from memory leads to may be read where the loop writes no memory") {
  const auto loop = [](const std::string& statement) {
    return modelOf(
        "struct S { int x; S* next; };\n[[clustrix::cluster]] int f(S** s, int* a, int& r, int n) {\n"
        "  int t = 0; for (int i = 0; i < n; ++i) { " +
        statement + " } return t; }\n");
  };
  CHECK(loop("t += s[i]->next->x;").effects.empty());
  CHECK_FALSE(loop("t += s[i]->next->x;").obstacles.empty());
  CHECK(hasEffect(loop("t += s[i]->next->x; a[i] = 1;"), "effect.pointer-unknown"));
  CHECK(hasEffect(loop("r += s[i]->next->x;"), "effect.pointer-unknown"));
  CHECK(hasEffect(loop("s[i]->next->x = i;"), "effect.pointer-unknown"));
  CHECK(hasEffect(loop("if (s[i]->x > 3) break;"), "effect.pointer-unknown"));
}

TEST_CASE("what the loop writes is a scalar with its exposed reads, what it only reads is a value") {
  const LoopModel model = modelOf(
      "[[clustrix::cluster]] int f(const int* a, int n, int m) {\n"
      "  int s = 0; for (int i = 0; i < n; ++i) { s = s / 2 + a[i] * m; } return s; }\n");
  REQUIRE(model.scalars.size() == 1);
  CHECK(model.scalars[0].name == "s");
  CHECK(model.scalars[0].exposedReads.size() == 1);
  CHECK(model.scalars[0].certainWrite);
}

TEST_CASE("an object that is read as a whole is a value, unless a member of it is written") {
  const auto loop = [](const std::string& statement) {
    return modelOf(
        "struct P { double x, y; }; struct Q { double v[2]; };\n"
        "[[clustrix::cluster]] void f(P* p, Q* q, P one, Q many, int n) { for (int i = 0; i < n; ++i) { " +
        statement + " } }\n");
  };
  CHECK(loop("p[i] = one;").effects.empty());
  CHECK(loop("q[i] = many;").effects.empty());
  CHECK(hasEffect(loop("p[i] = one; one.x = i;"), "effect.unknown-construct"));
}

TEST_CASE("a bit-field is captured with its width") {
  const LoopModel model = modelOf(
      "struct B { unsigned flag : 5, rest : 27; };\n"
      "[[clustrix::cluster]] void f(int* a, B b, int n) {\n"
      "  for (int i = 0; i < n; ++i) a[i] = b.flag; }\n");
  CHECK(model.effects.empty());
  bool found = false;
  for (const Capture& capture : model.kernel.captures) {
    if (capture.bits == 0) continue;
    CHECK(capture.bits == 5);
    CHECK(capture.type.ends_with(" : 5"));
    found = true;
  }
  CHECK(found);
}

TEST_CASE("pointers without objects of a known size, and arrays as a whole, are refused") {
  CHECK(hasEffect(modelOf("[[clustrix::cluster]] void f(int* a, void* p, int n) {\n"
                          "  for (int i = 0; i < n; ++i) a[i] = static_cast<int*>(p)[i]; }\n"),
                  "effect.pointer-unknown"));
  CHECK(hasEffect(modelOf("[[clustrix::cluster]] void f(int* a, volatile int m, int n) {\n"
                          "  for (int i = 0; i < n; ++i) a[i] = m; }\n"),
                  "effect.volatile"));
}
