// Calls of algorithms as loops: Algorithms.cpp and the families AlgorithmBisections, AlgorithmBytes, AlgorithmElements,
// AlgorithmMoves, AlgorithmScans and AlgorithmSearches.
#include "../Fixtures/Parse.h"
#include "../Fixtures/PieceText.h"

using namespace clustrix::compiler;
using namespace clustrix::compiler::test;

namespace {

const std::string includes =
    "#include <algorithm>\n#include <cstring>\n#include <numeric>\n#include <string>\n#include <vector>\n#include "
    "<functional>\n"
    "struct Item { int key; double weight; double half() const { return weight / 2; } int first; };\n"
    "extern std::vector<Item> items; extern std::string text;\n";

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
  CHECK(site.at.line == 10);
  CHECK(site.at.column == 14);
  CHECK_FALSE(site.call.has_value());
  CHECK(site.model.effects.empty());
  CHECK(site.model.accesses.size() == 2);
  REQUIRE(site.model.kernel.definitions.size() == 1);
  CHECK(site.model.kernel.definitions[0].line == 10);
  CHECK(site.model.kernel.header == "std::transform(b, b + n, a, [=](double y) { return y + x; });");
  const LoopSite& behind = unit.functions[0].loops[1];
  CHECK(behind.at.line == 13);
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

TEST_CASE("numbers that a call computes once from elements stand in front of its loop") {
  const auto bodyOf = [](const std::string& call) {
    const AnnotatedFunction function = functionOf("  for (int i = 0; i < n; ++i) {\n    " + call + "\n  }");
    REQUIRE(!function.loops.empty());
    std::string text;
    for (const BodyPiece& piece : function.loops[0].model.kernel.body)
      text += piece.kind == BodyPiece::Text ? piece.text : "$";
    return text;
  };
  const auto contains = [&](const std::string& call, const std::string& part) {
    const std::string body = bodyOf(call);
    INFO(body);
    return body.find(part) != std::string::npos;
  };
  CHECK(contains("std::fill(v.begin() + i * 4, v.begin() + i * 4 + 4, -v[i * 4]);", "const auto once1 = -"));
  CHECK(contains("const int& x = v[i * 4]; std::fill_n(v.begin() + i * 4, 4, 1 - x);", "const auto once1 = (1 - "));
  CHECK(contains("std::iota(v.begin() + i * 4, v.begin() + i * 4 + 4, v[i * 4]);", "const auto once1 = "));
  CHECK(contains("std::fill_n(v.begin() + i * 8, v[i * 8] % 8, 1);", "const auto once1 = ("));
  CHECK(contains("std::copy(a + v[i], a + v[i + 1], a + n);", "const auto once2 = "));
  // What the call takes by reference, and what only looks at elements.
  CHECK_FALSE(contains("std::fill(v.begin() + i * 4, v.begin() + i * 4 + 4, v[i * 4]);", "once"));
  CHECK_FALSE(contains("std::fill(v.begin() + i * 4, v.begin() + i * 4 + 4, 2 * i);", "once"));
  CHECK_FALSE(contains("a[i] = std::accumulate(b + v[i], b + v[i + 1], b[i] * 2);", "once"));
}

TEST_CASE("a launch of a call in a loop declares the numbers in front of itself") {
  const AnnotatedFunction function = functionOf("  for (int i = 0; i < n; ++i) std::fill(a, a + n, a[i] * 0.5);");
  REQUIRE(function.loops.size() == 2);
  CHECK(function.loops[1].declared == "const auto once1 = (a[i] * 0.5);");
  // By itself, the guards of a launch ask whether it is the same number for all elements.
  const AnnotatedFunction alone = functionOf("  std::fill(a, a + n, a[3] * 0.5);");
  REQUIRE(alone.loops.size() == 1);
  CHECK(alone.loops[0].declared.empty());
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
        "auto p = std::find(v.begin(), v.end(), 3);",
        "auto p = std::find_if(b, b + n, [](double x) { return x > 3; });",
        "auto p = std::find_if_not(b, b + n, [](double x) { return x > 3; });",
        "bool found = std::any_of(b, b + n, [](double x) { return x > 3; });",
        "if (std::all_of(v.begin(), v.end(), [](int x) { return x > 3; })) n = 0;",
        "if (n > 2 && std::none_of(v.begin(), v.end(), [](int x) { return x > 3; })) n = 0;",
        "auto p = std::adjacent_find(b, b + n);",
        "auto p = std::mismatch(a, a + n, b);",
        "bool same = std::equal(a, a + n, b);",
        "bool sorted = std::is_sorted(v.begin(), v.end());",
        "auto p = std::is_sorted_until(b, b + n);",
        "auto p = std::ranges::find(v, 3);",
        "auto p = std::find(v.rbegin(), v.rend(), 3);",
        "if (auto p = std::find(b, b + n, 2.0); p != b + n) n = 0;",
        "std::replace(v.begin(), v.end(), 1, 2);",
        "std::replace_if(a, a + n, [](double x) { return x > 3; }, 0.5);",
        "std::swap_ranges(a, a + n, a + n);",
        "std::reverse(v.begin(), v.end());",
        "std::reverse_copy(b, b + n, a);",
        "std::copy(v.rbegin(), v.rend(), v.begin());",
        "std::adjacent_difference(b, b + n, a);",
        "std::partial_sum(b, b + n, a);",
        "std::inclusive_scan(v.begin(), v.end(), v.begin());",
        "std::inclusive_scan(b, b + n, a, std::plus<>(), 1.5);",
        "std::exclusive_scan(b, b + n, a, 0.0);",
        "auto end = std::copy_if(b, b + n, a, [](double x) { return x > 3; });",
        "std::remove_copy_if(b, b + n, a, [](double x) { return x > 3; });",
        "auto [p, q] = std::minmax_element(b, b + n);",
        "int most = std::ranges::max(v);",
        "double s = std::inner_product(a, a + n, b, 0.0, std::plus<>(), std::minus<>());",
        "std::ranges::for_each(v, [](int& x) { ++x; });",
        "std::ranges::fill(v, 2);",
        "std::ranges::copy(v, v.begin());",
        "bool same = std::equal(a, a + n, b, b + n);",
        "bool same = std::ranges::equal(v, v);",
        "bool same = std::equal(a, a + n, b, b + 3, [](double x, double y) { return x < y; });",
        "auto p = std::ranges::find(items, 3, &Item::key);",
        "auto p = std::ranges::max_element(items, {}, &Item::weight);",
        "auto p = std::ranges::min_element(items, std::ranges::less{}, &Item::half);",
        "bool any = std::ranges::any_of(items, [](double x) { return x > 3; }, &Item::half);",
        "auto c = std::ranges::count(v, 3, std::identity{});",
        "std::ranges::for_each(items, [](int& x) { ++x; }, &Item::key);",
        "auto [p, q] = std::ranges::minmax_element(v);",
        "auto both = std::ranges::minmax(v);",
        "std::ranges::copy_if(v, v.begin(), [](int x) { return x > 3; });",
        "auto end = std::ranges::copy_if(b, b + n, a, [](double x) { return x > 3; }).out;",
        "auto c = std::count(text.begin(), text.end(), 'a');",
        "auto p = std::ranges::find(text, 'a');"}) {
    INFO(call);
    const AnnotatedFunction function = functionOf(call);
    REQUIRE(function.loops.size() == 1);
    CHECK(function.loops[0].model.effects.empty());
  }
}

TEST_CASE("what is written behind a container's elements is added to it") {
  const auto appends = [](const std::string& call) {
    const AnnotatedFunction function = functionOf(call);
    REQUIRE(function.loops.size() == 1);
    const LoopModel& model = function.loops[0].model;
    CHECK(model.effects.empty());
    REQUIRE(model.appends.size() == 1);
    return model.appends[0].counter >= 0 ? "counted" : "in step";
  };
  CHECK(appends("std::copy_if(b, b + n, std::back_inserter(v), [](double x) { return x > 3; });") ==
        std::string("counted"));
  CHECK(appends("std::remove_copy_if(b, b + n, std::back_inserter(v), [](double x) { return x > 3; });") ==
        std::string("counted"));
  CHECK(appends("std::vector<int> w; std::ranges::copy_if(v, std::back_inserter(w), [](int x) { return x > 3; });") ==
        std::string("counted"));
  CHECK(appends("std::transform(b, b + n, std::back_inserter(v), [](double x) { return x * 2; });") ==
        std::string("in step"));
  CHECK(appends("std::copy(b, b + n, std::back_inserter(v));") == std::string("in step"));
}

TEST_CASE("a call that is no such loop stays a call") {
  for (const char* call : {"auto end = std::copy_if(b, b + n, std::back_inserter(v), [](double x) { return x > 3; });",
                           "std::copy(text.begin(), text.end(), std::back_inserter(text));",
                           "std::partial_sum(b, b + n, std::back_inserter(v));",
                           "std::copy(b, b + n, std::inserter(v, v.begin()));",
                           "std::for_each(a, a + n, [c = 0](double& x) mutable { x = c++; });",
                           "std::sort(a, a + n);",
                           "std::find(a, a + n, 1.0);",
                           "auto p = std::ranges::find(v, 3, std::negate<>());",
                           "auto p = std::ranges::max_element(v, std::greater<>());",
                           "auto p = std::ranges::max_element(v, {}, [](int x) { return -x; });",
                           "std::ranges::replace(items, 3, Item{}, &Item::key);",
                           "auto most = std::ranges::max(items, {}, &Item::key);",
                           "auto p = std::ranges::find(items, 3, [](const Item& i) { return i.key; });",
                           "std::partial_sum(b, b + n, a, std::multiplies<>());",
                           "std::fill(a, a + n, a[n++]);",
                           "auto end = std::copy(b, b + n, a);",
                           "std::iota(a, a + n, 0.5);",
                           "static int s = std::accumulate(v.begin(), v.end(), 0);",
                           "const auto f = [&] { std::fill(a, a + n, 1.0); }; f();",
                           "double* out = a; std::transform(b, b + n, out, [&](double x) { ++out; return x; });"}) {
    INFO(call);
    CHECK(loopsOf(call) == 0);
  }
}

TEST_CASE("what a loop's head computes, or a loop does not do in the same way, stays a call") {
  CHECK(loopsOf("while (std::find(a, a + n, 1.0) != a + n) --n;") == 1);
  CHECK(loopsOf("for (int i = 0; i < 3; ++i) std::adjacent_difference(b, b + n, a);") == 1);
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

TEST_CASE("a search begins again at a later iteration of all its ranges") {
  const auto resumed = [](const std::string& body) {
    const AnnotatedFunction function = functionOf(body);
    REQUIRE(function.loops.size() == 1);
    REQUIRE(function.loops[0].call.has_value());
    std::string call;
    for (const std::string& part : function.loops[0].call->resumed) call += (call.empty() ? "" : "K") + part;
    return call;
  };
  CHECK(resumed("auto p = std::find(a + 1, a + n, 2.0);") == "at = std::find(a + 1 + K, a + n, 2.0) - (a + 1);");
  CHECK(resumed("return std::ranges::find(v, 2) - v.begin();") ==
        "at = std::ranges::find(v.begin() + K, v.begin() + (static_cast<std::ptrdiff_t>(v.size())), 2) - (v.begin());");
  CHECK(resumed("return std::equal(a, a + n, b);") == "result = std::equal(a + K, a + n, b + K);");
  CHECK(resumed("return std::equal(a, a + n, b, b + 3);") == "result = std::equal(a + K, a + n, b + K, b + 3);");
  CHECK(
      resumed("return std::ranges::equal(v, v);") ==
      "result = std::ranges::equal(v.begin() + K, v.begin() + (static_cast<std::ptrdiff_t>(v.size())), v.begin() + K, "
      "v.begin() + (static_cast<std::ptrdiff_t>(v.size())));");
  CHECK(resumed("auto p = std::mismatch(a, a + n, b);") == "at = std::mismatch(a + K, a + n, b + K).first - (a);");
  CHECK(resumed("return std::accumulate(a, a + n, 0.0);").empty());
}

TEST_CASE("elements of a search's ranges exist, whoever reads them, and no others") {
  const AnnotatedFunction function =
      functionOf("auto p = std::find_if(b, b + n, [=](const double& x) { return x > a[static_cast<int>(x)]; });");
  REQUIRE(function.loops.size() == 1);
  for (const Access& access : function.loops[0].model.accesses)
    CHECK(access.exists == (function.loops[0].model.arrays[static_cast<std::size_t>(access.array.value)].name == "b"));
  const AnnotatedFunction plain = functionOf("for (int i = 0; i < n; ++i) if (b[i] > 3) break;");
  for (const Access& access : plain.loops[0].model.accesses) CHECK_FALSE(access.exists);
}

TEST_CASE("ranges of different lengths are not equal, and not looked at") {
  const AnnotatedFunction function = functionOf("return std::equal(a, a + n, b, b + 3);");
  REQUIRE(function.loops.size() == 1);
  REQUIRE(function.loops[0].call.has_value());
  CHECK(function.loops[0].call->declarations ==
        "bool result = (static_cast<std::ptrdiff_t>(n)) == (static_cast<std::ptrdiff_t>(3)); "
        "const std::ptrdiff_t last = result ? static_cast<std::ptrdiff_t>(n) : 0;");
}

namespace {

/// Of `for (i < n) statement`: the outer loop, whose text has the call as a loop.
LoopModel aroundCall(const std::string& statement) {
  return functionOf("  for (int i = 0; i < n; ++i) " + statement).loops[0].model;
}
std::string bodyOf(const LoopModel& model) { return pieceText(model.kernel.body, model); }

}  // namespace

TEST_CASE("what an iteration wants of a place in a range is a number") {
  for (const char* statement :
       {"a[i] = *std::max_element(b + 4 * i, b + 4 * (i + 1));",
        "a[i] = *std::max_element(v.begin() + 4 * i, v.begin() + 4 * (i + 1));",
        "a[i] = std::min_element(v.begin(), v.end()) - v.begin();",
        "a[i] = std::distance(v.begin(), std::max_element(v.begin(), v.end()));",
        "a[i] = std::lower_bound(v.begin(), v.end(), i) - v.begin();",
        "a[i] = *std::upper_bound(v.begin(), v.end(), i);", "a[i] = std::binary_search(v.begin(), v.end(), i);"}) {
    INFO(statement);
    const LoopModel model = aroundCall(statement);
    CHECK(model.effects.empty());
    CHECK(bodyOf(model).find("std::m") == std::string::npos);
  }
}

TEST_CASE("a place that is written, or measured from elsewhere, stays a place") {
  CHECK(!aroundCall("*std::max_element(v.begin(), v.end()) = i;").effects.empty());
  CHECK(!aroundCall("a[i] = std::max_element(v.begin() + 1, v.end()) - v.begin();").effects.empty());
}

TEST_CASE("a sorted table is not searched in parallel") {
  CHECK(loopsOf("  a[0] = std::lower_bound(v.begin(), v.end(), n) - v.begin();") == 0);
}

TEST_CASE("bytes of whole elements are copied and set element by element, in loops") {
  for (const char* statement :
       {"std::memcpy(a + 4 * i, b + 4 * i, 4 * sizeof(double));", "memcpy(a + n * i, b + n * i, sizeof(double) * n);",
        "memcpy(&a[8 * i], &b[8 * i], 64);", "std::memset(a + n * i, 0, n * sizeof(*a));",
        "std::memmove(a + n * i, b + n * i, n * sizeof(double));"}) {
    INFO(statement);
    const LoopModel model = aroundCall(statement);
    CHECK(model.effects.empty());
    CHECK(bodyOf(model).find("mem") == std::string::npos);
  }
  CHECK(loopsOf("  std::memcpy(a, b, n * sizeof(double));") == 0);
}

TEST_CASE("a move within an array goes the way that leaves what is still to be moved") {
  const std::string body = bodyOf(aroundCall("std::memmove(a + n * i + 1, a + n * i, (n - 1) * sizeof(double));"));
  CHECK(body.find("- 1 - k : k") != std::string::npos);
}

TEST_CASE("bytes that are no whole elements, of other types, or of arrays that may be one, stay a call") {
  for (const char* statement :
       {"std::memcpy(a + 2 * i, b + 2 * i, 12);", "std::memcpy(a + 2 * i, v.data(), 2 * sizeof(double));",
        "std::memset(v.data() + i, 3, 2 * sizeof(int));",
        "std::memmove(a + n * i + 1, b + n * i, (n - 1) * sizeof(double));",
        "std::memcpy(a + 2 * i, b + 2 * i, static_cast<std::size_t>(n));"}) {
    INFO(statement);
    CHECK(bodyOf(aroundCall(statement)).find("std::mem") != std::string::npos);
  }
}
