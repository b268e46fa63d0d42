// Dimensions from polynomials. Each reading must give back the subscript: checked by expanding it again.
#include "Analysis/Delinearise.h"

#include "Builder.h"

#include <catch2/catch.hpp>

#include <algorithm>

using namespace clustrix::compiler;
using namespace clustrix::compiler::test;

namespace {

struct Fixture {
  Builder b;
  Value n = b.parameter("n"), m = b.parameter("m"), p = b.parameter("p");
  Value i = b.loop("i", n), j = b.loop("j", m), k = b.loop("k", p);
  isl::Context isl{100000};

  std::vector<Dimensions> read(const std::vector<Value>& subscripts) {
    const Facts facts(b.model, isl);
    std::vector<Polynomial> polynomials(subscripts.begin(), subscripts.end());
    std::vector<Dimensions> ways = delinearise(facts, polynomials);
    for (const Dimensions& way : ways) expand(way, polynomials);
    return ways;
  }

  /// ((p0 * size0 + p1) * size1 + p2) ... differs from the subscripts by the same amount for all.
  static void expand(const Dimensions& way, const std::vector<Polynomial>& subscripts) {
    REQUIRE(way.positions.size() == subscripts.size());
    std::optional<Polynomial> offset;
    for (std::size_t s = 0; s < subscripts.size(); ++s) {
      REQUIRE(way.positions[s].size() == way.sizes.size() + 1);
      Value address = way.positions[s][0];
      // The innermost stride is one, and the others are products of sizes.
      for (std::size_t d = 0; d < way.sizes.size(); ++d)
        address = address * Value(way.sizes[d]) + way.positions[s][d + 1];
      const Polynomial rest = Value(subscripts[s]) - address;
      if (!offset) offset = rest;
      CHECK(rest == *offset);
    }
  }
};

}  // namespace

TEST_CASE("affine subscripts stay one-dimensional") {
  Fixture f;
  const auto ways = f.read({f.i * 64 + f.j, f.i + f.n});
  REQUIRE(ways.size() == 1);
  CHECK(ways[0].sizes.empty());
}

TEST_CASE("neighbours in a grid get their own positions") {
  Fixture f;
  const auto ways = f.read({f.i * f.m + f.j - 1 - f.m, f.i * f.m + f.j});
  REQUIRE_FALSE(ways.empty());
  CHECK(ways[0].sizes == std::vector<Polynomial>{f.m});
  CHECK(ways[0].positions[0] == std::vector<Polynomial>{f.i - 1, f.j - 1});
  CHECK(ways[0].positions[1] == std::vector<Polynomial>{f.i, f.j});
}

TEST_CASE("three dimensions have two sizes") {
  Fixture f;
  const auto ways = f.read({(f.i * f.m + f.j) * f.p + f.k});
  REQUIRE_FALSE(ways.empty());
  CHECK(ways[0].sizes == std::vector<Polynomial>{f.m, f.p});
}

TEST_CASE("the diagonal of a matrix is one, next to its rows") {
  Fixture f;
  const auto ways = f.read({f.i * f.m + f.i, f.i * f.m + f.j});
  REQUIRE_FALSE(ways.empty());
  CHECK(ways[0].positions[0] == std::vector<Polynomial>{f.i, f.i});
}

TEST_CASE("padded rows are read from the coefficient") {
  Fixture f;
  const auto ways = f.read({f.i * (f.m + 1) + f.j + f.m + 1});
  REQUIRE(ways.size() >= 2);
  CHECK(ways[1].sizes == std::vector<Polynomial>{f.m + 1});
  CHECK(ways[1].positions[0] == std::vector<Polynomial>{f.i + 1, f.j});
}

TEST_CASE("padded boxes have padded sizes") {
  Fixture f;
  const auto ways = f.read({(f.i * (f.m + 2) + f.j) * (f.p + 2) + f.k});
  REQUIRE_FALSE(ways.empty());
  CHECK(ways.back().sizes == std::vector<Polynomial>{f.m + 2, f.p + 2});
}

TEST_CASE("a factor that all rows share belongs to the size") {
  Fixture f;
  const auto ways = f.read({(f.i * f.m + f.j) * 3 + 2});
  REQUIRE_FALSE(ways.empty());
  CHECK(ways[0].sizes == std::vector<Polynomial>{f.m * 3});
  CHECK(ways[0].positions[0] == std::vector<Polynomial>{f.i, f.j * 3 + 2});
}

TEST_CASE("a common start is left out") {
  Fixture f;
  const auto ways = f.read({f.i * f.m + f.j + f.p, f.i * f.m + f.p});
  REQUIRE_FALSE(ways.empty());
  CHECK(ways[0].positions[0] == std::vector<Polynomial>{f.i, f.j});
}

TEST_CASE("products of counters and strides without a chain have no reading") {
  Fixture f;
  CHECK(f.read({f.i * f.j}).empty());
  CHECK(f.read({f.i * f.m + f.j * f.p}).empty());
  CHECK(f.read({f.i * f.i * f.m}).empty());
}

TEST_CASE("coefficients suggest rows of a fixed length, with a diagonal in them") {
  Fixture f;
  const Facts facts(f.b.model, f.isl);
  const std::vector<Polynomial> subscripts{f.i * 81 + f.j, f.j * 80 + f.i * 81 + 79};
  const auto ways = inFixedRows(facts, subscripts);
  for (const Dimensions& way : ways) Fixture::expand(way, subscripts);
  const auto ofEighty = std::find_if(ways.begin(), ways.end(), [](const Dimensions& way) {
    return way.sizes == std::vector<Polynomial>{Polynomial(80)};
  });
  REQUIRE(ofEighty != ways.end());
  CHECK(ofEighty->positions[0] == std::vector<Polynomial>{f.i, f.i + f.j});
  CHECK(ofEighty->positions[1] == std::vector<Polynomial>{f.i + f.j + 1, f.i - 1});
}

TEST_CASE("planes of rows are told apart, and steps of one suggest nothing") {
  Fixture f;
  const Facts facts(f.b.model, f.isl);
  const std::vector<Polynomial> cube{f.i * 600 + f.j * 20 - f.k, f.i * 600 + f.j * 20 + f.k - 621};
  const auto ways = inFixedRows(facts, cube);
  REQUIRE_FALSE(ways.empty());
  for (const Dimensions& way : ways) Fixture::expand(way, cube);
  const auto three = std::find_if(ways.begin(), ways.end(), [](const auto& way) { return way.sizes.size() == 2; });
  REQUIRE(three != ways.end());
  CHECK(three->sizes == std::vector<Polynomial>{Polynomial(30), Polynomial(20)});
  CHECK(three->positions[1] == std::vector<Polynomial>{f.i - 1, f.j - 1, f.k - 1});
  CHECK(inFixedRows(facts, {f.i + f.j, f.i - f.n * 7}).empty());
}

TEST_CASE("coefficients at the ends of 64 bits are read without overflow") {
  Fixture f;
  const Facts facts(f.b.model, f.isl);
  for (const std::int64_t large : {INT64_MIN, INT64_MAX, INT64_MIN + 1}) {
    const std::vector<Polynomial> subscripts{f.i * large + f.j * 3, f.j * 3 + large};
    for (const Dimensions& way : inFixedRows(facts, subscripts)) CHECK(way.sizes == std::vector<Polynomial>{3});
  }
}

TEST_CASE("a row that is walked from behind stays that row") {
  Fixture f;
  const auto ways = f.read({f.i * f.m + f.j, f.i * f.m + f.m - 1 - f.j});
  REQUIRE_FALSE(ways.empty());
  CHECK(ways[0].positions[0] == std::vector<Polynomial>{f.i, f.j});
  CHECK(ways[0].positions[1] == std::vector<Polynomial>{f.i, f.m - 1 - f.j});
}

TEST_CASE("a position that may be zero or more borrows nothing") {
  Fixture f;
  const auto ways = f.read({f.i * f.m + f.j, f.i * f.m + f.m - f.j});
  REQUIRE_FALSE(ways.empty());
  CHECK(ways[0].positions[1] == std::vector<Polynomial>{f.i + 1, Value(0) - f.j});
}
