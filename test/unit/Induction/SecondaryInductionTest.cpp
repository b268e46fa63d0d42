#include "../Fixtures/Parse.h"

using namespace clustrix::compiler;
using namespace clustrix::compiler::test;

namespace {

LoopModel loop(const std::string& head, const std::string& body, const std::string& before = "") {
  return modelOf("[[clustrix::cluster]] void f(int* a, int n, int m, bool on) { " + before + " for (" + head + ") " +
                 body + " }\n");
}

std::string trip(const LoopModel& model) {
  if (!model.loops[0].trip) return "none";
  return text(model, model.loops[0].trip->distance) + " by " + text(model, model.loops[0].trip->stride);
}

std::string written(const LoopModel& model) {
  for (const Access& access : model.accesses)
    if (access.kind == AccessKind::Write) return access.index ? text(model, *access.index) : "any";
  return "nothing";
}

}  // namespace

TEST_CASE("a header's second variable is known in every iteration") {
  CHECK(written(loop("int i = 0, j = m; i < n; ++i, j += 3", "a[j] = i;")) == "3*k_i + m");
  CHECK(written(loop("i = 0, j = 7; i < n; i++, j--", "a[j] = i;", "int i, j;")) == "-k_i + 7");
  CHECK(written(loop("int i = 0, e = 2 * n; i < e; ++i", "a[e + i] = i;")) == "k_i + 2*n");
  CHECK(written(loop("int b = m, i = b; i < n; ++i", "a[i - b] = i;")) == "k_i");
}

TEST_CASE("two variables that run towards each other are counted") {
  CHECK(trip(loop("int i = 0, j = n - 1; i < j; ++i, --j", "a[i] = a[j];")) == "n - 1 by 2");
}

TEST_CASE("a second variable that is not known makes the loop uncounted") {
  CHECK(trip(loop("int i = 0, j = 0; i < n; ++i, ++j", "{ if (a[i]) ++j; a[j] = 1; }")) == "none");
  CHECK(trip(loop("i = 0, j = 0; i < n; ++i, ++j", "a[j] = 1; a[0] = j;", "int i, j;")) == "none");
  CHECK(trip(loop("int i = 0, *p = &n; i < n; ++i", "*p = 1;")) == "none");
  CHECK(trip(loop("int i = (a[0] = 1, 0); i < n; ++i", "a[i] = 1;")) == "none");
}

TEST_CASE("steps in the condition are counted") {
  CHECK(trip(loop("int i = n; --i >= 0;", "a[i] = 1;")) == "n by 1");
  CHECK(written(loop("int i = n; --i >= 0;", "a[i] = 1;")) == "n - k_i - 1");
  CHECK(trip(loop("; n--;", "a[n] = 1;")) == "n by 1");
  CHECK(written(loop("; n--;", "a[n] = 1;")) == "n - k_n - 1");
  CHECK(trip(loop("int i = n; i; --i", "a[i] = 1;")) == "n by 1");
  CHECK(trip(loop("int i = -1; ++i < n;", "{ a[i] = 1; }")) == "n by 1");
  CHECK(trip(loop("int i = 0; i < n;", "{ a[i] = 1; i += 2; }")) == "n by 2");
}

TEST_CASE("an unsigned variable that is stepped before the test must not wrap") {
  const LoopModel model =
      modelOf("[[clustrix::cluster]] void f(int* a, unsigned n) { for (unsigned i = n; --i > 0;) a[i] = 1; }\n");
  const bool required = std::any_of(model.obligations.begin(), model.obligations.end(),
                                    [&](const Obligation& o) { return text(model, o.value) == "n - 1" && o.min == 0; });
  CHECK(required);
}

TEST_CASE("several conditions end the loop at the first that fails") {
  CHECK(trip(loop("int i = 0; i < n && on; ++i", "a[i] = 1;")) == "n by 1");
  CHECK(loop("int i = 0; i < n && on; ++i", "a[i] = 1;").requirements.size() == 1);
  const LoopModel both = loop("int i = 0; i < n && i < m; ++i", "a[i] = 1;");
  CHECK(trip(both) == "trips by 1");
  CHECK(both.loops[0].constraints.size() == 3);
  // What a test reads may end the loop in any iteration: see HeadExits.cpp.
  for (const char* test : {"a[i]", "i < a[0]", "n / m > 1"}) {
    const LoopModel model = loop("int i = 0; i < n && " + std::string(test) + "; ++i", "a[i] = 1;");
    CHECK(trip(model) == "n by 1");
    CHECK(model.leaves.size() == 1);
  }
  CHECK(hasEffect(loop("int i = 0; i < n && n / a[i] > 1; ++i", "a[i] = 1;"), "search.speculation"));
}

TEST_CASE("do-while runs at least once") {
  const LoopModel model =
      modelOf("[[clustrix::cluster]] void f(int* a, int n) { int i = 0; do { a[i] = 1; ++i; } while (i < n); }\n");
  CHECK(trip(model) == "n - i by 1");
  REQUIRE(model.requirements.size() == 1);
  CHECK(text(model, model.requirements[0].value) == "n - i - 1");
}
