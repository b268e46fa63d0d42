#include "CalledLoop.h"

using namespace clustrix::compiler;
using namespace clustrix::compiler::test;

namespace {

AlgorithmLoop loopOf(const std::string& call) {
  INFO(call);
  const auto loop = CalledLoop(call).loop(searchLoop);
  REQUIRE(loop);
  return *loop;
}
bool isLoop(const std::string& call) { return CalledLoop(call).loop(searchLoop).has_value(); }

const std::string isLarge = "[](double x) { return x > 3; }";

}  // namespace

TEST_CASE("a place that is not found is the end of the range") {
  const AlgorithmLoop loop = loopOf("std::find(b + 1, b + n, 0.5)");
  CHECK(loop.declarations == "std::ptrdiff_t at = static_cast<std::ptrdiff_t>(n) - (1);");
  CHECK(loop.body == "if (b[(1) + k] == 0.5) { at = k; break; }");
  CHECK(loop.value == "b + 1 + at");
  CHECK(loop.fallback == "at = % - (b + 1);");
  CHECK(loopOf("std::find_if_not(b, b + n, " + isLarge + ")").body == "if (!apply(b[k])) { at = k; break; }");
}

TEST_CASE("a truth value is what it is of no element, until one says otherwise") {
  const auto truth = [](const std::string& name) {
    const AlgorithmLoop loop = loopOf("std::" + name + "(b, b + n, " + isLarge + ")");
    return loop.declarations + " " + loop.body;
  };
  CHECK(truth("all_of") == "bool result = true; if (!apply(b[k])) { result = false; break; }");
  CHECK(truth("any_of") == "bool result = false; if (apply(b[k])) { result = true; break; }");
  CHECK(truth("none_of") == "bool result = true; if (apply(b[k])) { result = false; break; }");
}

TEST_CASE("neighbours are one pair less than there are elements") {
  CHECK(loopOf("std::adjacent_find(b, b + n)").count == "(static_cast<std::ptrdiff_t>(n)) - 1");
  CHECK(loopOf("std::adjacent_find(b, b + n)").body == "if (b[k] == b[k + 1]) { at = k; break; }");
  CHECK(loopOf("std::is_sorted(b, b + n)").body == "if (b[k + 1] < b[k]) { result = false; break; }");
  // The first element that is less than the one in front of it.
  CHECK(loopOf("std::is_sorted_until(b, b + n)").body == "if (b[k + 1] < b[k]) { at = k + 1; break; }");
  CHECK(loopOf("std::is_sorted(b, b + n, [](double x, double y) { return x > y; })").body ==
        "if (apply(b[k + 1], b[k])) { result = false; break; }");
}

TEST_CASE("two ranges are compared where they differ, by their own function or as numbers") {
  CHECK(loopOf("std::equal(b, b + n, a)").body == "if (!(b[k] == a[k])) { result = false; break; }");
  CHECK(loopOf("std::mismatch(b, b + n, a + 1)").value == "std::make_pair(b + at, a + 1 + at)");
  CHECK(loopOf("std::mismatch(p, p + n, p, [](const Item& x, const Item& y) { return x.key == y.key; })").body ==
        "if (!(apply(p[k], p[k]))) { at = k; break; }");
  CHECK(loopOf("std::equal(b, b + n, a)").restarts.size() == 2);
  CHECK(loopOf("std::find(b, b + n, 0.5)").restarts.size() == 1);
}

TEST_CASE("a test that is an operator or keeps count, and what is no number, are the library's") {
  CHECK_FALSE(isLoop("std::adjacent_find(p, p + n, [c = 0](const Item&, const Item&) mutable { return ++c > 3; })"));
  CHECK_FALSE(isLoop("std::equal(b, b + n, a, std::minus<>())"));
  CHECK_FALSE(isLoop("std::find_if(b, b + n, std::negate<>())"));
  CHECK_FALSE(isLoop("std::find(v.begin(), v.end(), n++)"));
  CHECK_FALSE(isLoop("const char* names[3] = {}; std::find(names, names + 3, nullptr)"));
  CHECK_FALSE(isLoop("std::count(b, b + n, 0.5)"));
}
