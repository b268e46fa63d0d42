#include "memory/IntervalSet.h"

#include <catch2/catch.hpp>
#include <random>

using namespace clustrix;
using namespace clustrix::runtime;

namespace {

constexpr Index most = 64;
using Bitmap = std::vector<bool>;

Bitmap bitmapOf(const IntervalSet& set) {
  Bitmap bits(most, false);
  Index end = -1;
  for (Bounds piece : set) {
    REQUIRE(piece.begin > end);  // ascending, and none touches the one before
    REQUIRE(piece.begin < piece.end);
    for (Index b = piece.begin; b < piece.end; ++b) bits[static_cast<std::size_t>(b)] = true;
    end = piece.end;
  }
  return bits;
}

struct Random {
  std::mt19937 engine{7};
  Index between(Index low, Index high) { return std::uniform_int_distribution<Index>(low, high)(engine); }
  RowsList rows() {
    RowsList list;
    for (Index pieces = between(0, 5); pieces > 0; --pieces) {
      Rows rows{between(0, 40), between(1, 5), 0, 1};
      if (between(0, 1) == 0) rows = {rows.begin, rows.length, rows.length + between(1, 3), between(2, 3)};
      if (rows.end() <= most) list.push_back(rows);
    }
    return list;
  }
};

Bitmap bitmapOf(const RowsList& list) {
  Bitmap bits(most, false);
  for (const Rows& rows : list)
    for (Index r = 0; r < rows.count; ++r)
      for (Index b = 0; b < rows.length; ++b) bits[static_cast<std::size_t>(rows.begin + r * rows.pitch + b)] = true;
  return bits;
}

std::size_t countOf(const Bitmap& bits) { return static_cast<std::size_t>(std::count(bits.begin(), bits.end(), true)); }

}  // namespace

TEST_CASE("sets of intervals are sets of positions, whatever is done with them") {
  Random random;
  for (int trial = 0; trial < 5000; ++trial) {
    const RowsList x = random.rows(), y = random.rows();
    const IntervalSet a(x), b(y);
    const Bitmap p = bitmapOf(x), q = bitmapOf(y);
    REQUIRE(bitmapOf(a) == p);
    REQUIRE(static_cast<std::size_t>(a.size()) == countOf(p));
    Bitmap both = p, either = p, only = p;
    for (std::size_t i = 0; i < p.size(); ++i) {
      both[i] = p[i] && q[i];
      either[i] = p[i] || q[i];
      only[i] = p[i] && !q[i];
    }
    REQUIRE(bitmapOf(a & b) == both);
    REQUIRE(bitmapOf(a + b) == either);
    REQUIRE(bitmapOf(a - b) == only);
    REQUIRE(overlap(a, b) == (countOf(both) > 0));
    REQUIRE((a == b) == (p == q));
    const Index begin = random.between(0, most - 1);
    const Bounds interval{begin, random.between(begin, most)};
    Bitmap cut = p;
    bool all = true, some = false;
    for (Index i = interval.begin; i < interval.end; ++i) {
      all = all && p[static_cast<std::size_t>(i)];
      some = some || p[static_cast<std::size_t>(i)];
      cut[static_cast<std::size_t>(i)] = false;
    }
    REQUIRE(a.contains(interval) == all);
    REQUIRE(a.overlaps(interval) == some);
    IntervalSet less = a;
    REQUIRE(bitmapOf(less -= interval) == cut);
    REQUIRE(bitmapOf(rowsOf(a)) == p);
    REQUIRE(static_cast<std::size_t>(totalSize(rowsOf(a))) == countOf(p));
  }
}

TEST_CASE("a set taken from itself is empty, and added to itself the same") {
  IntervalSet set(RowsList{{0, 2, 5, 3}});
  set += set;
  CHECK(set == IntervalSet(RowsList{{0, 2, 5, 3}}));
  set -= set;
  CHECK(set.empty());
  CHECK(set.around().empty());
}

TEST_CASE("a column of a matrix is one copy, and so is each of two halos side by side") {
  CHECK(rowsOf(IntervalSet(RowsList{{8, 8, 800, 1000}})) == RowsList{{8, 8, 800, 1000}});
  const RowsList halos{{0, 8, 800, 1000}, {400, 8, 800, 1000}};
  CHECK(rowsOf(IntervalSet(halos)).size() <= 2);
  // Halos of different widths, as uneven stencils have them.
  CHECK(rowsOf(IntervalSet(RowsList{{0, 8, 800, 100}, {400, 16, 800, 100}})).size() == 2);
  CHECK(rowsOf(IntervalSet(RowsList{{0, 8, 8, 100}})) == RowsList{{0, 800, 0, 1}});
  CHECK(rowsOf(IntervalSet()).empty());
}
