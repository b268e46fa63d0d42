// Dimensions from polynomials. Each reading must give back the subscript: checked by expanding it again.
#include "Analysis/Delinearise.h"

#include "Grid.h"

using namespace clustrix::compiler;
using namespace clustrix::compiler::test;

TEST_CASE("affine subscripts stay one-dimensional") {
  Grid f;
  const auto ways = f.read({f.i * 64 + f.j, f.i + f.n});
  REQUIRE(ways.size() == 1);
  CHECK(ways[0].sizes.empty());
}

TEST_CASE("neighbours in a grid get their own positions") {
  Grid f;
  const auto ways = f.read({f.i * f.m + f.j - 1 - f.m, f.i * f.m + f.j});
  REQUIRE_FALSE(ways.empty());
  CHECK(ways[0].sizes == std::vector<Polynomial>{f.m});
  CHECK(ways[0].positions[0] == std::vector<Polynomial>{f.i - 1, f.j - 1});
  CHECK(ways[0].positions[1] == std::vector<Polynomial>{f.i, f.j});
}

TEST_CASE("three dimensions have two sizes") {
  Grid f;
  const auto ways = f.read({(f.i * f.m + f.j) * f.p + f.k});
  REQUIRE_FALSE(ways.empty());
  CHECK(ways[0].sizes == std::vector<Polynomial>{f.m, f.p});
}

TEST_CASE("the diagonal of a matrix is one, next to its rows") {
  Grid f;
  const auto ways = f.read({f.i * f.m + f.i, f.i * f.m + f.j});
  REQUIRE_FALSE(ways.empty());
  CHECK(ways[0].positions[0] == std::vector<Polynomial>{f.i, f.i});
}

TEST_CASE("padded rows are read from the coefficient") {
  Grid f;
  const auto ways = f.read({f.i * (f.m + 1) + f.j + f.m + 1});
  REQUIRE(ways.size() >= 2);
  CHECK(ways[1].sizes == std::vector<Polynomial>{f.m + 1});
  CHECK(ways[1].positions[0] == std::vector<Polynomial>{f.i + 1, f.j});
}

TEST_CASE("padded boxes have padded sizes") {
  Grid f;
  const auto ways = f.read({(f.i * (f.m + 2) + f.j) * (f.p + 2) + f.k});
  REQUIRE_FALSE(ways.empty());
  CHECK(ways.back().sizes == std::vector<Polynomial>{f.m + 2, f.p + 2});
}

TEST_CASE("a factor that all rows share belongs to the size") {
  Grid f;
  const auto ways = f.read({(f.i * f.m + f.j) * 3 + 2});
  REQUIRE_FALSE(ways.empty());
  CHECK(ways[0].sizes == std::vector<Polynomial>{f.m * 3});
  CHECK(ways[0].positions[0] == std::vector<Polynomial>{f.i, f.j * 3 + 2});
}

TEST_CASE("a common start is left out") {
  Grid f;
  const auto ways = f.read({f.i * f.m + f.j + f.p, f.i * f.m + f.p});
  REQUIRE_FALSE(ways.empty());
  CHECK(ways[0].positions[0] == std::vector<Polynomial>{f.i, f.j});
}

TEST_CASE("products of counters and strides without a chain have no reading") {
  Grid f;
  CHECK(f.read({f.i * f.j}).empty());
  CHECK(f.read({f.i * f.m + f.j * f.p}).empty());
  CHECK(f.read({f.i * f.i * f.m}).empty());
}

TEST_CASE("a row that is walked from behind stays that row") {
  Grid f;
  const auto ways = f.read({f.i * f.m + f.j, f.i * f.m + f.m - 1 - f.j});
  REQUIRE_FALSE(ways.empty());
  CHECK(ways[0].positions[0] == std::vector<Polynomial>{f.i, f.j});
  CHECK(ways[0].positions[1] == std::vector<Polynomial>{f.i, f.m - 1 - f.j});
}

TEST_CASE("a position that may be zero or more borrows nothing") {
  Grid f;
  const auto ways = f.read({f.i * f.m + f.j, f.i * f.m + f.m - f.j});
  REQUIRE_FALSE(ways.empty());
  CHECK(ways[0].positions[1] == std::vector<Polynomial>{f.i + 1, Value(0) - f.j});
}
