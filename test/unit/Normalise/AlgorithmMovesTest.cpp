#include "CalledLoop.h"

using namespace clustrix::compiler;
using namespace clustrix::compiler::test;

namespace {

AlgorithmLoop loopOf(const std::string& call) {
  INFO(call);
  const auto loop = CalledLoop(call).loop(rearrangingLoop);
  REQUIRE(loop);
  return *loop;
}
bool isLoop(const std::string& call) { return CalledLoop(call).loop(rearrangingLoop).has_value(); }

}  // namespace

TEST_CASE("what is moved comes from where the specification says") {
  CHECK(loopOf("std::replace(v.begin(), v.end(), 1, n)").body == "if (v[k] == 1) v[k] = n;");
  CHECK(loopOf("std::replace_if(a, a + n, [](double x) { return x > 3; }, 0.5)").body ==
        "if (apply(a[k])) a[k] = 0.5;");
  CHECK(loopOf("std::reverse_copy(b, b + n, a + 1)").body ==
        "a[(1) + k] = b[(static_cast<std::ptrdiff_t>(n)) - 1 - k];");
  CHECK(loopOf("std::swap_ranges(a, a + 3, a + 3)").body ==
        "{ const auto held = a[k]; a[k] = a[(3) + k]; a[(3) + k] = held; }");
}

TEST_CASE("a range is reversed by half as many exchanges as it has elements") {
  const AlgorithmLoop loop = loopOf("std::reverse(a, a + n)");
  CHECK(loop.count == "(static_cast<std::ptrdiff_t>(n)) / 2");
  CHECK(loop.body.find("const auto held = a[k]; a[k] = a[(static_cast<std::ptrdiff_t>(n)) - 1 - k];") !=
        std::string::npos);
}

TEST_CASE("differences of neighbours begin with the first element, and are the call's own where ranges overlap") {
  const AlgorithmLoop loop = loopOf("std::adjacent_difference(b, b + n, a)");
  CHECK(loop.body == "a[k] = k > 0 ? b[k] - b[k - 1] : b[k];");
  CHECK(loop.exactApart);
  CHECK_FALSE(loopOf("std::reverse_copy(b, b + n, a)").exactApart);
  CHECK_FALSE(isLoop("std::adjacent_difference(b, b + n, a, std::plus<>())"));
}

TEST_CASE("of equal elements the first is the least, and the last is the greatest") {
  const AlgorithmLoop places = loopOf("std::minmax_element(b, b + n)");
  CHECK(places.body == "{ if (b[k] < best) { best = b[k]; at = k; } if (b[k] >= most) { most = b[k]; last = k; } }");
  CHECK(places.value == "std::make_pair(b + at, b + last)");
  CHECK(places.fallback == "const auto held = %; at = held.first - (b); last = held.second - (b);");
}

TEST_CASE("extremes of a range are its values") {
  const AlgorithmLoop both = loopOf("std::ranges::minmax(v)");
  CHECK(both.value == "std::ranges::min_max_result{best, most}");
  CHECK(both.fallback == "const auto held = %; best = held.min; most = held.max;");
  const AlgorithmLoop least = loopOf("std::ranges::min(v)");
  CHECK(least.body == "if (v[k] < best) best = v[k];");
  CHECK(least.declarations == "int best = static_cast<std::ptrdiff_t>(v.size()) > 0 ? v[0] : int();");
  CHECK(loopOf("std::ranges::max(v)").body == "if (v[k] > best) best = v[k];");
}

TEST_CASE("elements that are no numbers, two numbers and orders of the program's own stay calls") {
  CHECK_FALSE(isLoop("std::reverse(p, p + n)"));
  CHECK_FALSE(isLoop("std::swap_ranges(p, p + 3, p + 3)"));
  CHECK_FALSE(isLoop("std::max(n, 3)"));
  CHECK_FALSE(isLoop("std::ranges::max(v, std::ranges::greater{})"));
  CHECK_FALSE(isLoop("std::minmax_element(b, b + n, std::greater<>())"));
  CHECK_FALSE(isLoop("std::replace_if(a, a + n, std::negate<>(), 0.5)"));
}
