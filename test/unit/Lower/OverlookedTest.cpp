#include "../Fixtures/Parse.h"

using namespace clustrix::compiler;
using namespace clustrix::compiler::test;

namespace {

/// What a loop with this statement in it does that makes it serial: the first effect's message, or "".
std::string effectOf(const std::string& statement) {
  const auto unit = parse(
      "struct Ring { static constexpr int width = 4; enum { half = 2 }; static int size() { return 8; } "
      "static int table[2]; int b; };\n"
      "[[clustrix::cluster]] void f(int* a, int n, const Ring& ring, int count) { for (int i = 0; i < n; ++i) { " +
      statement + " } }\n");
  const auto& effects = unit.functions.at(0).loops.at(0).model.effects;
  return effects.empty() ? "" : effects[0].message;
}

}  // namespace

TEST_CASE("what stands in front of a static member happens") {
  for (const char* member : {"size()", "width", "half", "table[1]"}) {
    CAPTURE(member);
    CHECK_THAT(effectOf("a[i] = (++count, ring)." + std::string(member) + ";"),
               Catch::Contains("'count' stands where"));
    CHECK(effectOf("a[i] = ring." + std::string(member) + ";").empty());
  }
}

TEST_CASE("what is not evaluated, or is known, is no part of an iteration") {
  CHECK(effectOf("a[i] = sizeof(count++) + alignof(decltype(count));").empty());
  CHECK(effectOf("static_assert(sizeof(count++) == 4); a[i] = 1;").empty());
  CHECK(effectOf("constexpr int k = Ring::width; int t[k]; t[0] = k; a[i] = t[0];").empty());
}

TEST_CASE("idioms say which parts of a statement they are") {
  CHECK(effectOf("if (a[i] > count) count = a[i];").empty());
  CHECK(effectOf("count = count < a[i] ? a[i] : count;").empty());
  CHECK(effectOf("const bool more = a[i] > count; if (more) count = a[i];").empty());
  CHECK(effectOf("int k = 0; while (k < 4) { count += a[k]; ++k; }").empty());
}
