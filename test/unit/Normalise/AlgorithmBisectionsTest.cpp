#include "CalledLoop.h"

using namespace clustrix::compiler;
using namespace clustrix::compiler::test;

namespace {

using Use = AlgorithmCall::Use;

AlgorithmLoop loopOf(const std::string& call, Use use = Use::Whole) {
  const auto loop = CalledLoop(call).loop(bisectionLoop, use);
  REQUIRE(loop);
  return *loop;
}
bool isLoop(const std::string& call, Use use = Use::Whole) {
  return CalledLoop(call).loop(bisectionLoop, use).has_value();
}

}  // namespace

TEST_CASE("a sorted range is halved until nothing is left of it") {
  const AlgorithmLoop loop = loopOf("std::lower_bound(v.begin() + 1, v.begin() + n, 3)");
  CHECK(loop.declarations == "std::ptrdiff_t at = 0, last = static_cast<std::ptrdiff_t>(n) - (1); const int best = 3;");
  CHECK(loop.body ==
        "{ if (last <= 0) break; const std::ptrdiff_t held = last / 2; if (v[(1) + at + held] < best) { at += held + "
        "1; last -= held + 1; } else last = held; }");
  CHECK(loop.onlyInLoops);
}

TEST_CASE("an equal element is in front of the upper bound, and not of the lower one") {
  CHECK(loopOf("std::lower_bound(b, b + n, 0.5)").body.find("if (b[at + held] < best)") != std::string::npos);
  CHECK(loopOf("std::upper_bound(b, b + n, 0.5)").body.find("if (!(best < b[at + held]))") != std::string::npos);
}

TEST_CASE("what is found is a place, an element or a distance, as it is asked for") {
  CHECK(loopOf("std::lower_bound(b + 2, b + n, 0.5)").value == "b + 2 + at");
  CHECK(loopOf("std::lower_bound(b + 2, b + n, 0.5)", Use::Element).value == "b[(2) + at]");
  CHECK(loopOf("std::lower_bound(b + 2, b + n, 0.5)", Use::Distance).value == "at");
  CHECK(loopOf("std::binary_search(b, b + n, 0.5)").value == "at < static_cast<std::ptrdiff_t>(n) && !(best < b[at])");
}

TEST_CASE("ranges in another order, of other elements or in another walk are searched by the library") {
  CHECK(isLoop("std::lower_bound(v.begin(), v.end(), 3)"));
  CHECK_FALSE(isLoop("std::lower_bound(v.begin(), v.end(), 3, std::greater<>())"));
  CHECK_FALSE(isLoop("std::lower_bound(v.rbegin(), v.rend(), 3)"));
  CHECK_FALSE(isLoop("std::lower_bound(p, p + n, 3, [](const Item& x, int y) { return x.key < y; })"));
  CHECK_FALSE(isLoop("std::lower_bound(b, b + n, a[n++])"));
  CHECK_FALSE(isLoop("std::find(b, b + n, 0.5)"));
}
