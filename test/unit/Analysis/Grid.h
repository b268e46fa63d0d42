// Subscripts in a nest of three loops over a grid. Each reading must give the subscript back: checked by expanding it
// again.
#pragma once

#include "Analysis/Delinearise.h"

#include "Builder.h"

#include <catch2/catch.hpp>

namespace clustrix::compiler::test {

/// for (i < n) for (j < m) for (k < p)
struct Grid {
  Builder b;
  Value n = b.parameter("n"), m = b.parameter("m"), p = b.parameter("p");
  Value i = b.loop("i", n), j = b.loop("j", m), k = b.loop("k", p);
  isl::Context isl{100000};

  std::vector<Dimensions> read(const std::vector<Value>& subscripts) { return readBy(delinearise, subscripts); }
  std::vector<Dimensions> readInFixedRows(const std::vector<Value>& subscripts) {
    return readBy(inFixedRows, subscripts);
  }

  template <class Reader>
  std::vector<Dimensions> readBy(Reader reader, const std::vector<Value>& subscripts) {
    const Facts facts(b.model, isl);
    const std::vector<Polynomial> polynomials(subscripts.begin(), subscripts.end());
    std::vector<Dimensions> ways = reader(facts, polynomials);
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

}  // namespace clustrix::compiler::test
