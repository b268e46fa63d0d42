#include "Parse.h"

using namespace clustrix::compiler;
using namespace clustrix::compiler::test;

TEST_CASE("subscripts are polynomials over counters and parameters") {
  const LoopModel model = modelOf(R"(
[[clustrix::cluster]] void f(double* a, const double (*b)[8], int n, int m) {
  for (int i = 1; i < n; ++i) { const int row = i * m; a[row + 2] = b[i][3] + *(a + row); }
}
)");
  REQUIRE(model.accesses.size() == 3);
  CHECK(model.accesses[0].index->constantTerm() == 11);
  CHECK(text(model, *model.accesses[0].index->coefficientOf(model.loops[0].counter)) == "8");
  CHECK(text(model, *model.accesses[1].index->coefficientOf(model.loops[0].counter)) == "m");
  CHECK(model.accesses[2].kind == AccessKind::Write);
  CHECK(model.accesses[2].index->constantTerm() == 2);
}

TEST_CASE("members of elements are parts of their bytes") {
  const LoopModel model = modelOf(R"(
struct S { int key; double value; };
[[clustrix::cluster]] void f(S* s, int n) { for (int i = 0; i < n; ++i) s[i].value = s[i].key; }
)");
  REQUIRE(model.accesses.size() == 2);
  CHECK((model.accesses[0].byteBegin == 0 && model.accesses[0].byteEnd == 4));
  CHECK((model.accesses[1].byteBegin == 8 && model.accesses[1].byteEnd == 16));
}

TEST_CASE("a pointer that not every iteration moves alike leads to nowhere known") {
  CHECK(hasEffect(modelOf("[[clustrix::cluster]] void f(int* p, int n) {\n"
                          "  for (int i = 0; i < n; ++i) { *p = i; if (i & 1) ++p; } }\n"),
                  "effect.pointer-unknown"));
}

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
  CHECK(hasEffect(loop("r += s[i]->x;"), "effect.pointer-unknown"));
  CHECK(hasEffect(loop("s[i]->x = i;"), "effect.pointer-unknown"));
  CHECK(hasEffect(loop("if (s[i]->x > 3) break;"), "effect.pointer-unknown"));
}

TEST_CASE("the characters of strings are elements") {
  const auto loop = [](const std::string& statement) {
    return modelOf(
        "#include <string>\n#include <string_view>\n"
        "[[clustrix::cluster]] void f(std::string& s, std::string_view v, const std::string& c) {\n"
        "  for (std::size_t i = 0; i < s.length(); ++i) { " +
        statement + " } }\n");
  };
  CHECK(loop("s[i] = v[i];").effects.empty());
  CHECK(loop("s[i] = c.front();").arrays.size() == 2);
  CHECK_FALSE(loop("s += v[i];").effects.empty());
  const LoopModel model = loop("s[i] = v[i];");
  for (const ArrayObject& array : model.arrays) CHECK(array.constElements == (array.name == "v"));
}
