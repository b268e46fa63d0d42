#include "../Fixtures/Parse.h"

using namespace clustrix::compiler;
using namespace clustrix::compiler::test;

namespace {

LoopModel loop(const std::string& text) {
  return modelOf(
      "[[clustrix::cluster]] void f(const double* first, const double* last, double* out, const double* a, int n,"
      " double lo) {\n double s = 0; " +
      text + "\n out[0] = s; }\n");
}

bool isCounted(const std::string& text) {
  const LoopModel model = loop(text);
  return model.effects.empty() && model.loops[0].trip.has_value();
}

}  // namespace

TEST_CASE("a step in the middle of the body counts") {
  for (const char* text : {"while (first != last) s += *first++;",
                           "while (first < last) { double x = *first++; s += x; }", "for (; n;) { n--; s += 1; }",
                           "while (n > 2) s += a[--n];", "while (first != last) { if (*first++ > 0) s += 1; }",
                           "while (last != first) s += *--last;", "do s += *first++; while (first != last);"}) {
    INFO(text);
    CHECK(isCounted(text));
  }
}

TEST_CASE("a step that not every iteration takes once does not") {
  for (const char* text :
       {"while (first != last) { if (s < 9) s += *first++; }", "while (first != last) s += s < 9 ? *first++ : 1;",
        "while (first != last) { s += *first++; s += *first++; }",
        "while (first != last) { s += *first++; s += *first; }", "while (n > 0) { if (s > 3) continue; s += a[--n]; }",
        "while (n > 0) { if (s > 3) break; s += a[--n]; }",
        "while (n > 0) { for (int j = 0; j < 2; ++j) s += a[n--]; }", "while (n > 0) s += s > 1 && a[--n] > 0;",
        "while (n > 0) s += sizeof(n--);", "while (n > 0) { again: s += a[--n]; if (s < 5) goto again; }"}) {
    INFO(text);
    CHECK_FALSE(isCounted(text));
  }
}

TEST_CASE("a step in front sees the next element") {
  const LoopModel model = loop("while (n > 2) s += a[--n];");
  REQUIRE(model.accesses.size() == 1);
  REQUIRE(model.accesses[0].index);
  CHECK(text(model, *model.accesses[0].index) == "n - k_n - 1");
}

TEST_CASE("pointers beside the one that counts are stepped in the head") {
  const LoopModel model = modelOf(
      "[[clustrix::cluster]] void f(const double* first, const double* last, double* out) {"
      " for (; first != last; ++first, out += 2) *out = *first; }\n");
  CHECK(model.effects.empty());
  REQUIRE(model.accesses.size() == 2);
  for (const Access& access : model.accesses) {
    REQUIRE(access.index);
    CHECK(text(model, *access.index) == (access.kind == AccessKind::Write ? "2*k_first" : "k_first"));
  }
}
