#include "Source/NestBodies.h"

#include <catch2/catch.hpp>

using namespace clustrix::compiler;

namespace {

/// The outer loop is the text from `«` to the last `»`, the inner one what stands in the second pair.
bool isAll(std::string text) {
  std::vector<std::size_t> marks;
  for (const std::string mark : {"«", "«", "»", "»"}) {
    marks.push_back(text.find(mark));
    REQUIRE(marks.back() != std::string::npos);
    text.erase(marks.back(), mark.size());
  }
  SourceUnit unit;
  unit.text = text;
  LoopSite outer, inner;
  inner.parent = 0;
  outer.begin = marks[0];
  inner.begin = marks[1];
  inner.end = marks[2];
  outer.end = marks[3];
  unit.functions.emplace_back().loops = {outer, inner};
  noteNestBodies(unit);
  CHECK_FALSE(unit.functions[0].loops[0].fillsParent);
  return unit.functions[0].loops[1].fillsParent;
}

}  // namespace

TEST_CASE("white space, comments and braces are nothing beside the inner loop") {
  CHECK(isAll("«for (int k = 0; k < f(x[2]); ++k)\n  «for (;;) work();»»"));
  CHECK(isAll("«for(;;) {«for (;;) { work(); }»}» more();"));
  CHECK(isAll(
      "«[[clustrix::independent]] for (;;) { // a row, \"each\"\n  /* { */ { «for (;;) work();» // done }\n } }»"));
  CHECK(isAll("«for (;;)\n#line 7 \"x\"\n«for (;;) work();»»") == false);
}

TEST_CASE("a statement, a declaration or a directive beside the inner loop is something") {
  CHECK_FALSE(isAll("«for (;;) { int s = 0; «for (;;) work();» }»"));
  CHECK_FALSE(isAll("«for (;;) { «for (;;) work();» s = 1; }»"));
  CHECK_FALSE(isAll("«for (;;) if (c) «for (;;) work();»»"));
  CHECK_FALSE(isAll("«for (;;) {\n#pragma omp simd\n «for (;;) work();» }»"));
  CHECK_FALSE(isAll("«for (;;) { // goes on \\\n «for (;;) work();» }»"));
  CHECK_FALSE(isAll("«for (;;\n#ifdef A\n) «for (;;\n#endif\n) work();»»"));
}

TEST_CASE("literals, comments and lambdas in a head are part of it") {
  CHECK(isAll("«for (char c = ')'; c < 'z'; ++c) «for (;;) work();»»"));
  CHECK(isAll("«for (;; /* ) */) «for (;;) work();»»"));
  CHECK(isAll("«for (; [&] { return f(); }();) «for (;;) work();»»"));
}

TEST_CASE("what is no for loop by its text is not looked into") {
  CHECK_FALSE(isAll("«while (go()) «for (;;) work();»»"));
  CHECK_FALSE(isAll("«ROWS(k) «for (;;) work();»»"));
  CHECK_FALSE(isAll("«for (;;) «EACH(i) work();»»"));
}
