#include "Parse.h"

using namespace clustrix::compiler;
using namespace clustrix::compiler::test;

namespace {

const std::string includes = "#include <algorithm>\n#include <numeric>\n#include <vector>\n#include <functional>\n";

AnnotatedFunction functionOf(const std::string& body) {
  const SourceUnit unit =
      parse(includes + "[[clustrix::cluster]] double f(double* a, const double* b, std::vector<int>& v, int n) {\n" +
            body + "\n  return 0;\n}\n");
  REQUIRE(unit.functions.size() == 1);
  return unit.functions[0];
}

std::size_t loopsOf(const std::string& body) { return functionOf(body).loops.size(); }

}  // namespace

TEST_CASE("a call whose value is not used is a loop in its place") {
  const std::string source = includes +
                             "[[clustrix::cluster]] void f(double* a, const double* b, int n) {\n"
                             "  int x = 0; std::transform(b, b + n, a, [=](double y) {\n    return y + x;\n  });\n"
                             "  for (int i = 0; i < n; ++i) a[i] = 1;\n}\n";
  const SourceUnit unit = parse(source);
  REQUIRE(unit.functions[0].loops.size() == 2);
  const LoopSite& site = unit.functions[0].loops[0];
  CHECK(unit.text == source);
  CHECK(unit.text.substr(site.begin, 14) == "std::transform");
  CHECK(unit.text.substr(site.end - 3, 3) == "});");
  CHECK(site.at.line == 6);
  CHECK(site.at.column == 14);
  CHECK_FALSE(site.call.has_value());
  CHECK(site.model.effects.empty());
  CHECK(site.model.accesses.size() == 2);
  REQUIRE(site.model.definitions.size() == 1);
  CHECK(site.model.definitions[0].line == 6);
  CHECK(site.model.header == "std::transform(b, b + n, a, [=](double y) { return y + x; });");
  const LoopSite& behind = unit.functions[0].loops[1];
  CHECK(behind.at.line == 9);
  CHECK(unit.text.substr(behind.begin, 5) == "for (");
}

TEST_CASE("a call whose value is used is an expression with a variable of its own") {
  const AnnotatedFunction function = functionOf("  return 2 * std::accumulate(a, a + n, 1.5);");
  REQUIRE(function.loops.size() == 1);
  REQUIRE(function.loops[0].call.has_value());
  CHECK(function.loops[0].call->declarations == "double result = 1.5;");
  CHECK(function.loops[0].call->fallback == "result = std::accumulate(a, a + n, 1.5);");
  CHECK(function.loops[0].call->value == "result");
  REQUIRE(function.loops[0].model.scalars.size() == 1);
  CHECK(function.loops[0].model.scalars[0].updates.size() == 1);
}

TEST_CASE("each algorithm that is known is a loop") {
  for (const char* call :
       {"std::for_each(a, a + n, [](double& x) { x += 1; });",
        "std::for_each_n(a, n, [](double& x) { x += 1; });",
        "std::transform(b, b + n, a, a, std::minus<>{});",
        "std::fill(v.begin(), v.end(), 1);",
        "std::fill_n(a, n, 0.5);",
        "std::copy(b, b + n, a);",
        "std::copy_n(b + 1, n - 1, a);",
        "std::iota(v.begin(), v.end(), 3);",
        "std::generate(a, a + n, [] { return 1.0; });",
        "double s = std::reduce(b, b + n);",
        "double s = std::inner_product(a, a + n, b, 0.0);",
        "double s = std::transform_reduce(a, a + n, b, 0.0);",
        "auto c = std::count(v.begin(), v.end(), 3);",
        "auto c = std::count_if(b, b + n, [](double x) { return x > 0; });",
        "auto p = std::min_element(b, b + n);",
        "auto p = std::max_element(v.begin(), v.end());",
        "int s = std::accumulate(v.begin(), v.end(), 0, [](int x, int y) { return x > y ? x : y; });",
        "std::ranges::for_each(v, [](int& x) { ++x; });",
        "std::ranges::fill(v, 2);",
        "std::ranges::copy(v, v.begin());"}) {
    INFO(call);
    const AnnotatedFunction function = functionOf(call);
    REQUIRE(function.loops.size() == 1);
    CHECK(function.loops[0].model.effects.empty());
  }
}

TEST_CASE("a call that is no such loop stays a call") {
  for (const char* call : {"std::for_each(a, a + n, [c = 0](double& x) mutable { x = c++; });", "std::sort(a, a + n);",
                           "std::copy(v.rbegin(), v.rend(), v.begin());", "std::fill(a, a + n, a[n++]);",
                           "auto end = std::copy(b, b + n, a);", "std::iota(a, a + n, 0.5);",
                           "static int s = std::accumulate(v.begin(), v.end(), 0);",
                           "const auto f = [&] { std::fill(a, a + n, 1.0); }; f();",
                           "double* out = a; std::transform(b, b + n, out, [&](double x) { ++out; return x; });"}) {
    INFO(call);
    CHECK(loopsOf(call) == 0);
  }
}

TEST_CASE("a template's calls stay calls") {
  const SourceUnit unit =
      parse(includes +
            "template <class T> [[clustrix::cluster]] void f(T* a, int n) { std::fill(a, a + n, T{}); }\n"
            "template void f<int>(int*, int);\n");
  REQUIRE(unit.functions.size() == 1);
  CHECK(unit.functions[0].loops.empty());
}

TEST_CASE("a call inside a loop is an inner loop of it") {
  const AnnotatedFunction function =
      functionOf("for (int i = 0; i < n; ++i) { a[i] = std::accumulate(b, b + n, 0.0); }");
  REQUIRE(function.loops.size() == 2);
  CHECK(function.loops[1].parent == 0);
  CHECK(function.loops[0].model.effects.empty());
  CHECK(function.loops[0].model.loops.size() == 2);
}
