#include "Syntax/Nesting.h"

#include "../Fixtures/ParsedFunction.h"

using namespace clustrix::compiler;
using namespace clustrix::compiler::test;

namespace {

std::string times(int count, const std::string& text) {
  std::string all;
  for (int i = 0; i < count; ++i) all += text;
  return all;
}

const clang::Stmt* first(const ParsedFunction& source) { return *source.function().getBody()->child_begin(); }

}  // namespace

TEST_CASE("loops are the statements of four keywords' forms") {
  for (const char* text : {"for (;;) ;", "while (n) ;", "do ; while (n);", "for (int x : a) ;"})
    CHECK(isLoop(first(ParsedFunction("int a[3]; void f(int n) { " + std::string(text) + " }"))));
  for (const char* text : {"if (n) while (n) ;", "{ while (n) ; }", "switch (n) { case 1: ; }", "again: goto again;"})
    CHECK_FALSE(isLoop(first(ParsedFunction("void f(int n) { " + std::string(text) + " }"))));
}

TEST_CASE("loops nest too deep beyond the deepest ones") {
  const auto tooDeep = [](const std::string& text) {
    return nestsTooDeep(ParsedFunction("void f(int n) { " + text + " }").function().getBody());
  };
  CHECK_FALSE(tooDeep(times(kDeepestLoops, "for (;;) ") + ";"));
  CHECK(tooDeep(times(kDeepestLoops + 1, "for (;;) ") + ";"));
  CHECK(tooDeep(times(kDeepestLoops, "while (n) ") + "{ if (n) { do ; while (n); } }"));
  CHECK_FALSE(tooDeep(times(2 * kDeepestLoops, "for (;;) ; ")));
}

TEST_CASE("expressions nest too deep beyond the deepest ones") {
  // `return`, the variable and its load are three.
  const auto tooDeep = [](int minuses) {
    return nestsTooDeep(first(ParsedFunction("int f(int n) { return " + times(minuses, "- ") + "n; }")));
  };
  CHECK_FALSE(tooDeep(kDeepest - 3));
  CHECK(tooDeep(kDeepest - 2));
}

TEST_CASE("what is not there does not nest") { CHECK_FALSE(nestsTooDeep(nullptr)); }
