#include "clustrix/Interval.h"

#include <catch2/catch.hpp>
#include <cstdint>
#include <random>

using namespace clustrix;

TEST_CASE("an interval encloses every result") {
  std::mt19937 random(5);
  const auto number = [&] { return std::uniform_int_distribution<int>(-9, 9)(random); };
  for (int i = 0; i < 2000; ++i) {
    int a = number(), b = number(), c = number(), d = number();
    if (a > b) std::swap(a, b);
    if (c > d) std::swap(c, d);
    const Interval x(a, b), y(c, d);
    for (int p = a; p <= b; ++p)
      for (int q = c; q <= d; ++q) {
        REQUIRE(Interval(p + q).within(x + y));
        REQUIRE(Interval(p - q).within(x - y));
        REQUIRE(Interval(p * q).within(x * y));
        REQUIRE(Interval(-p).within(-x));
        REQUIRE(Interval(trips(Index{p}, Index{q})).within(trips(x, y)));
      }
  }
}

TEST_CASE("a sum that leaves its type fails the guard") {
  const Interval near = std::numeric_limits<int>::max() - 10;
  CHECK((near + Interval::counter(11)).within(rangeOf<int>()));
  CHECK_FALSE((near + Interval::counter(12)).within(rangeOf<int>()));
  CHECK((Interval(0u) - Interval(1u)).within(rangeOf<int>()));
  CHECK_FALSE((Interval(0u) - Interval(1u)).within(rangeOf<unsigned>()));
}

TEST_CASE("what is known not to be negative need only not be too large") {
  CHECK(Interval(-(WideIndex{1} << 100), 5).within(upTo<unsigned>()));
  CHECK(Interval(-7, 4294967295).within(upTo<unsigned>()));
  CHECK_FALSE(Interval(-7, 4294967296).within(upTo<unsigned>()));
}

TEST_CASE("what overflows 128 bits is in no range, whatever is done to it") {
  const Interval big = std::numeric_limits<std::uint64_t>::max();
  const Interval huge = big * big * big;
  for (const Interval& value : {huge, -huge, huge - huge, huge * 0, huge + (-huge), huge * huge, -(huge * huge) + huge})
    CHECK_FALSE(value.within(rangeOf<std::int64_t>()));
  CHECK_FALSE(Interval::counter(huge).within(rangeOf<std::int64_t>()));
  CHECK_FALSE(trips(huge, 1).within(rangeOf<std::int64_t>()));
}

TEST_CASE("the counter of a loop without iterations is in any range") {
  CHECK(Interval::counter(0).empty());
  CHECK((Interval::counter(0) * 1000 + 5).within(Interval(1, 2)));
  CHECK_FALSE(Interval::counter(1).empty());
}

TEST_CASE("trips count iterations and never overflow") {
  const Index most = std::numeric_limits<Index>::max();
  CHECK(trips(10, 3) == 4);
  CHECK(trips(9, 3) == 3);
  CHECK(trips(-5, 3) == 0);
  CHECK(trips(5, 0) == 0);
  CHECK(trips(5, -1) == 0);
  CHECK(trips(most, 1) == most);
  CHECK(trips(most, most - 1) == 2);
}
