#include "CalledLoop.h"

using namespace clustrix::compiler;
using namespace clustrix::compiler::test;

namespace {

AlgorithmLoop loopOf(const std::string& call) {
  INFO(call);
  const auto loop = CalledLoop(call).loop(runningLoop);
  REQUIRE(loop);
  return *loop;
}
bool isLoop(const std::string& call) { return CalledLoop(call).loop(runningLoop).has_value(); }

const std::string isLarge = "[](double x) { return x > 3; }";

}  // namespace

TEST_CASE("a running sum begins with what leaves every element as it is") {
  CHECK(loopOf("std::partial_sum(b, b + n, a)").declarations == "double result = static_cast<double>(-0.0);");
  CHECK(loopOf("std::partial_sum(v.begin(), v.end(), v.begin())").declarations == "int result = 0;");
  CHECK(loopOf("std::inclusive_scan(b, b + n, a, std::plus<>(), 1.5)").declarations == "double result = 1.5;");
}

TEST_CASE("an inclusive scan adds before it writes, an exclusive one afterwards") {
  CHECK(loopOf("std::inclusive_scan(b, b + n, a)").body ==
        "{ const auto held = b[k]; result = result + held; a[k] = result; }");
  CHECK(loopOf("std::exclusive_scan(b, b + n, a, 0.5)").body ==
        "{ const auto held = b[k]; a[k] = result; result = result + held; }");
  CHECK(loopOf("std::exclusive_scan(b, b + n, a + 1, 0.5)").value == "a + 1 + (static_cast<std::ptrdiff_t>(n))");
}

TEST_CASE("another function than a sum needs a value to begin with") {
  const std::string greater = "[](double x, double y) { return y > x ? y : x; }";
  CHECK(loopOf("std::inclusive_scan(b, b + n, a, " + greater + ", 0.0)").body ==
        "{ const auto held = b[k]; result = held > result ? held : result; a[k] = result; }");
  CHECK(loopOf("std::exclusive_scan(b, b + n, a, 1.0, std::multiplies<>())").body ==
        "{ const auto held = b[k]; a[k] = result; result = result * held; }");
  CHECK(isLoop("std::inclusive_scan(b, b + n, a, std::plus<>())"));
  CHECK_FALSE(isLoop("std::inclusive_scan(b, b + n, a, " + greater + ")"));
  CHECK_FALSE(isLoop("std::partial_sum(b, b + n, a, std::multiplies<>())"));
  CHECK_FALSE(isLoop("std::exclusive_scan(b, b + n, a, a[n++])"));
  CHECK_FALSE(isLoop("std::partial_sum(b, b + n, std::back_inserter(v))"));
}

TEST_CASE("what a test lets through is packed, and what a test keeps out is left") {
  const AlgorithmLoop kept = loopOf("std::copy_if(b, b + n, a, " + isLarge + ")");
  CHECK(kept.body == "if (apply(b[k])) a[at++] = b[k];");
  CHECK(kept.value == "a + at");
  CHECK(kept.fallback == "at = % - (a);");
  CHECK(kept.writes);
  CHECK(loopOf("std::remove_copy_if(b, b + n, a, " + isLarge + ")").body == "if (!apply(b[k])) a[at++] = b[k];");
}

TEST_CASE("a container that grows has no place to tell, a range has the end of both") {
  const AlgorithmLoop grown = loopOf("std::copy_if(b, b + n, std::back_inserter(v), " + isLarge + ")");
  CHECK(grown.body == "if (apply(b[k])) v.push_back(b[k]);");
  CHECK(grown.declarations.empty());
  const AlgorithmLoop range = loopOf("std::ranges::copy_if(v, a, [](int x) { return x > 3; })");
  CHECK(range.value == "std::ranges::in_out_result{v.begin() + (static_cast<std::ptrdiff_t>(v.size())), a + at}");
  CHECK(range.fallback == "at = %.out - (a);");
}
