#include "memory/Footprints.h"

#include <catch2/catch.hpp>

#include <limits>

using namespace clustrix;
using namespace clustrix::runtime;

namespace {

std::vector<ArrayFacts> oneArray(Index extent) { return {{"a", nullptr, 8, extent, ElementKind::Double}}; }
constexpr Array<double> a{0, nullptr};

}  // namespace

TEST_CASE("a region is clipped to the extent of its array") {
  const auto arrays = oneArray(100);
  RecordedFootprint footprint(arrays);
  footprint.reads(a).box(-5, {1, 20}).box(95, {1, 20});
  const auto touched = footprint.touched();
  REQUIRE(touched.size() == 1);
  CHECK(touched[0].access == Access::Reads);
  CHECK(touched[0].elements == RowsList{{0, 15, 0, 1}, {95, 5, 0, 1}});
}

TEST_CASE("the whole of an array is its extent, and refused without one") {
  const auto known = oneArray(100), unknown = oneArray(-1);
  RecordedFootprint good(known), bad(unknown);
  good.mayRead(a).whole();
  bad.mayRead(a).whole();
  CHECK(good.known());
  CHECK(good.touched()[0].elements == RowsList{{0, 100, 0, 1}});
  CHECK_FALSE(bad.known());
}

TEST_CASE("a position that overflows makes the footprint unknown") {
  const auto arrays = oneArray(-1);
  RecordedFootprint footprint(arrays);
  footprint.writes(a).box(0, {Index{1} << 62, 3});
  CHECK_FALSE(footprint.known());
}

TEST_CASE("too many pieces become a superset, and exact writes then only possible ones") {
  const auto arrays = oneArray(-1);
  RecordedFootprint footprint(arrays);
  for (Index i = 0; i < 150000; ++i) footprint.writes(a).box(i * i);
  const auto touched = footprint.touched();
  REQUIRE(touched.size() == 1);
  CHECK(touched[0].access == Access::MayWrite);
  CHECK(touched[0].elements == RowsList{{0, Index{149999} * 149999 + 1, 0, 1}});
}

TEST_CASE("a zero count adds nothing, and eight dimensions are one box") {
  const auto arrays = oneArray(-1);
  RecordedFootprint footprint(arrays);
  footprint.reads(a).box(7, {1, 0}, {10, 5});
  CHECK(footprint.touched().empty());
  footprint.writes(a).box(0, {1, 2}, {2, 2}, {4, 2}, {8, 2}, {16, 2}, {32, 2}, {64, 2}, {128, 2});
  CHECK(footprint.touched()[0].elements == RowsList{{0, 256, 0, 1}});
}

TEST_CASE("positions between two ends are a box from the first to the last") {
  const auto arrays = oneArray(-1);
  RecordedFootprint footprint(arrays);
  footprint.mayRead(a).between(7, {1, -2, 3}, {100, 1, 2});
  footprint.mayWrite(a).between(0, {-5, 2, 2}, {1, 0, 1});
  const auto touched = footprint.touched();
  REQUIRE(touched.size() == 2);
  CHECK(touched[0].elements == RowsList{{105, 6, 100, 2}});
  CHECK(touched[1].elements == RowsList{{-10, 2, 0, 1}});
}

TEST_CASE("no positions are meant where one end is past the other") {
  const auto arrays = oneArray(-1);
  RecordedFootprint footprint(arrays);
  footprint.mayRead(a).between(0, {1, 0, 9}, {100, 3, 2});
  CHECK(footprint.known());
  CHECK(footprint.touched().empty());
}

TEST_CASE("ends whose positions overflow make the footprint unknown") {
  const auto arrays = oneArray(-1);
  constexpr Index most = std::numeric_limits<Index>::max();
  RecordedFootprint far(arrays), wide(arrays);
  far.mayRead(a).between(1, {8, most / 2, most / 2});
  wide.mayRead(a).between(0, {1, -most, most});
  CHECK_FALSE(far.known());
  CHECK_FALSE(wide.known());
}

TEST_CASE("quotients are rounded down and up") {
  CHECK((quotientDown(-7, 2) == -4 && quotientDown(7, 2) == 3 && quotientDown(-8, 2) == -4));
  CHECK((quotientUp(-7, 2) == -3 && quotientUp(7, 2) == 4 && quotientUp(8, 2) == 4));
}
