// Rows whose length is a number in the subscripts.
#include "Grid.h"

#include <algorithm>

using namespace clustrix::compiler;
using namespace clustrix::compiler::test;
using Polynomials = std::vector<Polynomial>;

namespace {

/// The lengths of the innermost rows, in the order of the ways.
std::vector<Polynomial> lengths(const std::vector<Dimensions>& ways) {
  std::vector<Polynomial> all;
  for (const Dimensions& way : ways) all.push_back(way.sizes.back());
  return all;
}

constexpr std::int64_t kTooLong = std::int64_t{1} << 40;

}  // namespace

TEST_CASE("coefficients suggest rows of a fixed length, with a diagonal in them") {
  Grid f;
  const auto ways = f.readInFixedRows({f.i * 81 + f.j, f.j * 80 + f.i * 81 + 79});
  const auto ofEighty =
      std::find_if(ways.begin(), ways.end(), [](const Dimensions& way) { return way.sizes == Polynomials{80}; });
  REQUIRE(ofEighty != ways.end());
  CHECK(ofEighty->positions[0] == Polynomials{f.i, f.i + f.j});
  CHECK(ofEighty->positions[1] == Polynomials{f.i + f.j + 1, f.i - 1});
}

TEST_CASE("planes of rows are told apart, and steps of one suggest nothing") {
  Grid f;
  const auto ways = f.readInFixedRows({f.i * 600 + f.j * 20 - f.k, f.i * 600 + f.j * 20 + f.k - 621});
  REQUIRE_FALSE(ways.empty());
  const auto three = std::find_if(ways.begin(), ways.end(), [](const auto& way) { return way.sizes.size() == 2; });
  REQUIRE(three != ways.end());
  CHECK(three->sizes == Polynomials{30, 20});
  CHECK(three->positions[1] == Polynomials{f.i - 1, f.j - 1, f.k - 1});
  CHECK(f.readInFixedRows({f.i + f.j, f.i - f.n * 7}).empty());
}

TEST_CASE("planes are made of whole rows, and a length that is no multiple makes none") {
  Grid f;
  const auto box = f.readInFixedRows({f.i * 60 + f.j * 12 + f.k * 4});
  REQUIRE(box.size() == 2);
  CHECK(box[0].sizes == Polynomials{5, 3, 4});
  CHECK(box[1].sizes == Polynomials{5, 12});
  CHECK(box[1].positions[0] == Polynomials{f.i, f.j, f.k * 4});
  const auto apart = f.readInFixedRows({f.i * 50 + f.j * 20 + f.k});
  REQUIRE(apart.size() == 2);
  CHECK(apart[0].sizes == Polynomials{20});
  CHECK(apart[1].sizes == Polynomials{50});
}

TEST_CASE("the commonest length comes first, of equally common ones the shortest, and two are tried") {
  Grid f;
  CHECK(lengths(f.readInFixedRows({f.i * 7 + f.j, f.i * 80 + f.j, f.k * 80})) == Polynomials{80, 7});
  CHECK(lengths(f.readInFixedRows({f.i * 80 + f.j, f.i * 7 + f.j})) == Polynomials{7, 80});
  CHECK(lengths(f.readInFixedRows({f.i * 11 + f.j * 5 + f.k * 7, f.k * 7})) == Polynomials{7, 5});
}

TEST_CASE("more than half of a row is a row and some elements back, half of it is not") {
  Grid f;
  const auto at = [&](std::int64_t place, std::int64_t length) {
    const auto ways = f.readInFixedRows({f.i * length + place});
    REQUIRE(ways.size() == 1);
    return ways[0].positions[0];
  };
  CHECK(at(40, 80) == Polynomials{f.i, 40});
  CHECK(at(41, 80) == Polynomials{f.i + 1, -39});
  CHECK(at(-40, 80) == Polynomials{f.i, -40});
  CHECK(at(-41, 80) == Polynomials{f.i - 1, 39});
  CHECK(at(2, 5) == Polynomials{f.i, 2});
  CHECK(at(3, 5) == Polynomials{f.i + 1, -2});
  CHECK(at(-163, 80) == Polynomials{f.i - 2, -3});
}

TEST_CASE("rows that are walked from the last one have the same length") {
  Grid f;
  const auto ways = f.readInFixedRows({f.i * -80 + f.j, f.i * 80 - f.j});
  REQUIRE(ways.size() == 1);
  CHECK(ways[0].sizes == Polynomials{80});
  CHECK(ways[0].positions[0] == Polynomials{f.i * -1, f.j});
  CHECK(ways[0].positions[1] == Polynomials{f.i, f.j * -1});
}

TEST_CASE("only steps of counters suggest a length, constants and steps of parameters do not") {
  Grid f;
  CHECK(f.readInFixedRows({f.i + 80, f.i + f.n * 80 + f.n * f.m * 7}).empty());
  CHECK(lengths(f.readInFixedRows({f.i * f.n * 80 + f.j})) == Polynomials{80});
  const auto ways = f.readInFixedRows({f.i * 80 + f.j + f.n * 160});
  REQUIRE(ways.size() == 1);
  CHECK(ways[0].positions[0] == Polynomials{f.i + f.n * 2, f.j});
}

TEST_CASE("a step that no row is as long as suggests nothing") {
  Grid f;
  CHECK(lengths(f.readInFixedRows({f.i * (kTooLong - 1)})) == Polynomials{kTooLong - 1});
  CHECK(f.readInFixedRows({f.i * kTooLong}).empty());
  CHECK(f.readInFixedRows({f.i * -kTooLong}).empty());
}

TEST_CASE("coefficients at the ends of 64 bits are read without overflow") {
  Grid f;
  const Facts facts(f.b.model, f.isl);
  for (const std::int64_t large : {INT64_MIN, INT64_MAX, INT64_MIN + 1}) {
    const Polynomials subscripts{f.i * large + f.j * 3, f.j * 3 + large};
    for (const Dimensions& way : inFixedRows(facts, subscripts)) CHECK(way.sizes == Polynomials{3});
  }
}
