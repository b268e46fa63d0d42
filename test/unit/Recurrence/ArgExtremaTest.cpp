// Extremes that are kept as the place where they lie, and those of a chain (ExtremaChains.cpp).
#include "../Fixtures/MarkedBody.h"

using namespace clustrix::compiler;
using namespace clustrix::compiler::test;

namespace {

LoopModel body(const std::string& statements) {
  return modelOf(
      "#include <cmath>\n#include <vector>\nstruct S { int x; float y; };\nint counted(int);\n"
      "[[clustrix::cluster]] int f(const double* a, const double* b, double* out, const std::vector<S>& s, int n, int "
      "m,"
      " double lo, double hi) {\n int at = 0, to = 0; unsigned char narrow = 0; int loAt = 0, hiAt = 0;\n"
      " for (int i = 0; i < n; ++i) { " +
      statements + " } return at + to + narrow + loAt + hiAt + static_cast<int>(lo + hi); }\n");
}

/// The extremum without a variable: `max a[at] at`, with `<=` where equal values replace it; "" when there is none.
std::string located(const std::string& statements) {
  const LoopModel model = body(statements);
  std::string text;
  for (const Update& update : model.updates) {
    const ScalarState& state = model.scalars.at(static_cast<std::size_t>(update.scalar));
    if (!state.located) continue;
    text += std::string(word(update.op)) + (update.ties ? "= " : " ") + state.expression;
    for (const int location : update.locations) text += " " + model.scalars[static_cast<std::size_t>(location)].name;
  }
  return text;
}

bool hasRequirement(const LoopModel& model, const std::string& what) {
  return std::any_of(model.requirements.begin(), model.requirements.end(), [&](const Requirement& requirement) {
    return text(model, requirement.value).find(what) != std::string::npos;
  });
}

}  // namespace

TEST_CASE("the element at the place so far is an extremum of its own") {
  CHECK(located("if (a[i] > a[at]) at = i;") == "max a[at] at");
  CHECK(located("if (a[at] >= a[i]) { at = i; }") == "min= a[at] at");
  CHECK(located("if (std::fabs(a[i * m + 1]) < std::fabs(a[at * m + 1])) at = i;") ==
        "min std::fabs(a[at * m + 1]) at");
  CHECK(located("at = a[i] > a[at] ? i : at;") == "max a[at] at");
  CHECK(located("if (s[i].x <= s[at].x) continue; at = i;") == "max s[at].x at");
  CHECK(located("if (s[i].y > s[at].y) { at = i; to = s[i].x; }") == "max s[at].y at to");
  CHECK(located("for (int j = 0; j < m; ++j) if (a[i * m + j] > a[at * m + to]) { at = i; to = j; }") ==
        "max a[at * m + to] at to");
}

TEST_CASE("the kernel keeps the element beside its place") {
  CHECK(markedBody(body("if (a[i] > a[at]) at = i;")) == "{ if (a[i] > a_at_) <at = i, a_at_ = a[i]>; }");
  CHECK(markedBody(body("at = a[i] > a[at] ? i : at;")) == "{ at = a[i] > a_at_ ? <a_at_ = a[i], i> : at; }");
}

TEST_CASE("another value than that of the place noted is no extremum of its own") {
  CHECK(located("if (a[i] > a[at]) at = i - 1;") == "");
  CHECK(located("if (a[i] > b[at]) at = i;") == "");
  CHECK(located("if (a[i] > a[at + 1]) at = i;") == "");
  CHECK(located("if (a[i] > a[narrow]) narrow = i;") == "");
  CHECK(located("if (a[i] != a[at]) at = i;") == "");
  CHECK(located("if (!(a[i] <= a[at])) at = i;") == "");
  CHECK(located("if (a[i] <= a[at]) continue; at = i;") == "");
  CHECK(located("if (counted(i) > counted(at)) at = i;") == "");
  CHECK(located("if (a[i] > a[at]) { at = i; to = at; }") == "");
}

TEST_CASE("where the loop writes memory, or a name of the value, the element is not known to stay what it was") {
  CHECK(located("if (a[i] > a[at]) at = i; out[i] = 0;") == "");
  CHECK(located("if (a[i + m] > a[at + m]) at = i; m = 3;") == "");
}

TEST_CASE("a chain of the greatest and the least is two extremes where they begin in order") {
  const LoopModel model = body("if (a[i] > hi) hi = a[i]; else if (a[i] < lo) lo = a[i];");
  CHECK(model.updates.size() == 2);
  CHECK(hasRequirement(model, "lo <= hi"));
  CHECK(markedBody(model) == "{ if (a[i] > hi) hi = a[i];  if (a[i] < lo) lo = a[i]; }");
  const LoopModel places =
      body("if (a[i] <= lo) { lo = a[i]; loAt = i; } else if (a[i] > hi) { hi = a[i]; hiAt = i; }");
  CHECK(places.updates.size() == 2);
  CHECK(hasRequirement(places, "lo <= hi"));
}

TEST_CASE("a chain of other values, of one kind, or with more behind it stays a chain") {
  for (const char* chain : {"if (a[i] > hi) hi = a[i]; else if (b[i] < lo) lo = b[i];",
                            "if (a[i] > hi) hi = a[i]; else if (a[i] > lo) lo = a[i];",
                            "if (a[i] >= hi) hi = a[i]; else if (a[i] <= lo) lo = a[i];",
                            "if (a[i] > hi) hi = a[i]; else if (a[i] < lo) lo = a[i]; else ++to;",
                            "if (a[i] > hi) hi = a[i]; else if (a[i] < hi) hi = a[i];"}) {
    const LoopModel model = body(chain);
    CHECK_FALSE(hasRequirement(model, "<="));
    CHECK(markedBody(model).find("else") != std::string::npos);
  }
}
