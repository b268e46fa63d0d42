#include "memory/Regions.h"

#include <catch2/catch.hpp>
#include <random>
#include <set>

using namespace clustrix;
using namespace clustrix::runtime;

namespace {

std::multiset<Index> positions(const RowsList& list) {
  std::multiset<Index> set;
  for (const Rows& rows : list)
    for (Index r = 0; r < rows.count; ++r)
      for (Index p = 0; p < rows.length; ++p) set.insert(rows.begin + r * rows.pitch + p);
  return set;
}
std::set<Index> distinct(const RowsList& list) {
  const auto all = positions(list);
  return {all.begin(), all.end()};
}

void walk(Index begin, const std::vector<Dimension>& dimensions, std::size_t d, std::set<Index>& into) {
  if (d == dimensions.size()) {
    into.insert(begin);
    return;
  }
  for (Index p = 0; p < dimensions[d].count; ++p) walk(begin + p * dimensions[d].stride, dimensions, d + 1, into);
}
std::set<Index> dense(Index begin, const std::vector<Dimension>& dimensions) {
  std::set<Index> set;
  walk(begin, dimensions, 0, set);
  return set;
}

RowsList rowsOf(Index begin, const std::vector<Dimension>& dimensions) {
  const auto rows = boxRows(begin, dimensions.data(), static_cast<int>(dimensions.size()), 1 << 16);
  REQUIRE(rows);
  return *rows;
}

bool wellFormed(const RowsList& list) {
  for (const Rows& rows : list)
    if (rows.length < 1 || rows.count < 1 || (rows.count > 1 ? rows.pitch <= rows.length : rows.pitch != 0))
      return false;
  return true;
}

class RandomBoxes {
 public:
  explicit RandomBoxes(unsigned seed) : random_(seed) {}
  Index between(Index low, Index high) { return std::uniform_int_distribution<Index>(low, high)(random_); }
  std::vector<Dimension> dimensions() {
    std::vector<Dimension> list;
    for (Index d = between(0, 4); d > 0; --d)
      list.push_back({between(-12, 12), between(-1, 6) == -1 ? 0 : between(1, 6)});
    return list;
  }

 private:
  std::mt19937 random_;
};

}  // namespace

TEST_CASE("a box is exactly its positions, for any strides, signs and orders") {
  RandomBoxes random(1);
  for (int i = 0; i < 5000; ++i) {
    const Index begin = random.between(-50, 50);
    const auto dimensions = random.dimensions();
    const RowsList rows = rowsOf(begin, dimensions);
    REQUIRE(wellFormed(rows));
    REQUIRE(distinct(rows) == dense(begin, dimensions));
    const auto around = boxBounds(begin, dimensions.data(), static_cast<int>(dimensions.size()));
    REQUIRE(around);
    const auto set = dense(begin, dimensions);
    REQUIRE(around->empty() == set.empty());
    if (!set.empty()) REQUIRE((around->begin == *set.begin() && around->end == *set.rbegin() + 1));
  }
}

TEST_CASE("rows of a matrix without gaps are one run, and columns are one piece") {
  CHECK(rowsOf(70, {{7, 10}, {1, 7}}) == RowsList{{70, 70, 0, 1}});
  CHECK(rowsOf(3, {{1, 2}, {100, 50}}) == RowsList{{3, 2, 100, 50}});
  CHECK(rowsOf(9, {{-1, 10}}) == RowsList{{0, 10, 0, 1}});
}

TEST_CASE("a box that does not fit an index is refused, not wrapped") {
  const Index most = std::numeric_limits<Index>::max();
  for (const Dimension& dimension : {Dimension{most, 3}, Dimension{Index{1} << 59, 17}, Dimension{-most, 3}})
    CHECK_FALSE(boxBounds(1, &dimension, 1));
  CHECK_FALSE(boxBounds(most, nullptr, 0));
  const Dimension empty{most, 0};
  REQUIRE(boxBounds(5, &empty, 1));
  CHECK(boxBounds(5, &empty, 1)->empty());
}

TEST_CASE("appending keeps every position") {
  RandomBoxes random(2);
  for (int i = 0; i < 2000; ++i) {
    RowsList list;
    std::set<Index> expected;
    for (Index n = random.between(0, 12); n > 0; --n) {
      const Rows piece{random.between(0, 60), random.between(1, 5), 0, 1};
      append(list, piece);
      for (Index p = 0; p < piece.length; ++p) expected.insert(piece.begin + p);
    }
    REQUIRE(wellFormed(list));
    REQUIRE(distinct(list) == expected);
  }
}

TEST_CASE("runs in an arithmetic sequence become one piece") {
  RowsList list;
  for (Index i = 0; i < 1000; ++i) append(list, {i * 10, 3, 0, 1});
  CHECK(list == RowsList{{0, 3, 10, 1000}});
}

TEST_CASE("clipping leaves exactly what is allowed") {
  RandomBoxes random(3);
  for (int i = 0; i < 5000; ++i) {
    const Index length = random.between(1, 5), count = random.between(1, 8);
    const Rows rows{random.between(-20, 20), length, count > 1 ? length + random.between(1, 6) : 0, count};
    const Index low = random.between(-20, 30);
    const Bounds allowed{low, low + random.between(0, 40)};
    RowsList clipped;
    appendClipped(clipped, rows, allowed);
    std::multiset<Index> expected;
    for (Index p : positions({rows}))
      if (p >= allowed.begin && p < allowed.end) expected.insert(p);
    REQUIRE(wellFormed(clipped));
    REQUIRE(positions(clipped) == expected);
  }
}

TEST_CASE("a union holds the same positions") {
  RandomBoxes random(4);
  for (int i = 0; i < 3000; ++i) {
    RowsList list;
    const Index pitch = random.between(4, 9);
    for (Index n = random.between(0, 6); n > 0; --n) {
      const Index count = random.between(1, 5);
      list.push_back({random.between(0, 60), random.between(1, pitch - 1), count > 1 ? pitch : 0, count});
    }
    const RowsList result = united(list);
    REQUIRE(wellFormed(result));
    REQUIRE(distinct(result) == distinct(list));
  }
}

TEST_CASE("the five reads of a stencil are copied once") {
  // Rows 10 to 19 of a matrix 100 wide, columns 1 to 98, and their four neighbours.
  RowsList list;
  for (const Index shift : {-100, -1, 0, 1, 100})
    for (const Rows& rows : rowsOf(1001 + shift, {{100, 10}, {1, 98}})) list.push_back(rows);
  const RowsList result = united(list);
  CHECK(positions(result).size() == distinct(result).size());
  CHECK(totalSize(result) == 10 * 100 + 2 * 98);
}

TEST_CASE("elements become the bytes of their array") {
  const auto bytes = bytesOf({{2, 3, 10, 4}}, 1000, 8);
  REQUIRE(bytes);
  CHECK(*bytes == RowsList{{1016, 24, 80, 4}});
  CHECK_FALSE(bytesOf({{-200, 3, 0, 1}}, 1000, 8));
  CHECK_FALSE(bytesOf({{Index{1} << 60, 1, 0, 1}}, 1000, 8));
}
