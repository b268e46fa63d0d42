#include "Emit/Marks.h"

#include <catch2/catch.hpp>

#include <algorithm>

using namespace clustrix::compiler;

namespace {

/// `text` with `marks` put in.
std::string marked(const std::string& text, std::vector<HostMark> marks) {
  SourceUnit unit;
  unit.path = "f.cpp";
  unit.text = text;
  AnnotatedFunction function;
  function.hostCode.begin = text.find('{') + 1;
  function.hostCode.end = text.size() - 1;
  ResidencyPlan plan;
  plan.marks = std::move(marks);
  Names names = namesOf(unit, function, {});
  const std::string residency = names.pick("residency");
  std::vector<Insertion> all = markInsertions(unit, function, plan, residency, names, LineTable(text));
  std::stable_sort(all.begin(), all.end(), [](const Insertion& a, const Insertion& b) { return a.at < b.at; });
  std::string result;
  std::size_t at = 0;
  for (const Insertion& one : all) {
    result += text.substr(at, one.at - at) + one.text;
    at = one.at;
  }
  return result + text.substr(at);
}

const HostEffect anything{true, {}, {}, -1};

}  // namespace

TEST_CASE("marks are called in the order in which places need each other, and a call is lent to last") {
  CHECK(markCalls({false, {"p", "p[0]"}, {"x"}, 2}, "residency") ==
        std::vector<std::string>{"residency.reads(p)", "residency.reads(p[0])", "residency.writes(x)",
                                 "residency.lend()"});
  CHECK(markCalls(anything, "r") == std::vector<std::string>{"r.host()"});
}

TEST_CASE("a mark stands in front of its statement, in braces or in parentheses with it") {
  const std::string text = "void f() { while (x) y(); z(); }";
  CHECK(marked(text, {{HostMark::Expression, 18, 19, anything},
                      {HostMark::Braces, 21, 25, anything},
                      {HostMark::Statement, 26, 30, anything}}) ==
        "void f() { clustrix::Residency residency; while ((residency.host(), x)) { residency.host(); y(); } "
        "residency.host(); z(); }");
}

TEST_CASE("what ends at a place comes before what begins there") {
  const std::string text = "void f() {if (x)y();int z;w();}";
  CHECK(marked(text, {{HostMark::Braces, 16, 20, anything},
                      {HostMark::Lifetime, 26, 26, {}},
                      {HostMark::Statement, 26, 30, anything}}) ==
        "void f() { clustrix::Residency residency;if (x){ residency.host(); y(); }int z; clustrix::Lifetime "
        "lifetime(residency);residency.host(); w();}");
}

TEST_CASE("the end of what is a variable's own names it, and what is freed is named behind what is written") {
  const std::string text = "void f() {double w[3];y(&p);}";
  HostEffect release{false, {"b"}, {"p"}, -1, {"p"}};
  CHECK(marked(text, {{HostMark::Lifetime, 22, 22, {}, "w"}, {HostMark::Statement, 22, 28, release}}) ==
        "void f() { clustrix::Residency residency;double w[3]; clustrix::OwnLifetime lifetime(residency, w);"
        "residency.reads(b); residency.writes(p); residency.frees(p); y(&p);}");
}

TEST_CASE("names that the function uses are not taken") {
  const std::string text = "void f() {int residency, lifetime; y();}";
  CHECK(marked(text, {{HostMark::Lifetime, 34, 34, {}}}) ==
        "void f() { clustrix::Residency residency_;int residency, lifetime; clustrix::Lifetime "
        "lifetime_(residency_); y();}");
}

TEST_CASE("a directive keeps a line of its own, and its number") {
  const std::string text = "void f() {\n#pragma omp simd\n  y();\n}";
  CHECK(
      marked(text, {{HostMark::Statement, 11, 36, anything}}) ==
      "void f() { clustrix::Residency residency;\nresidency.host(); \n#line 2 \"f.cpp\"\n#pragma omp simd\n  y();\n}");
}
