// Rows of growing or shrinking length, one behind the other: packed triangles.
//
//     for (i) for (j <= i) x[i*(i+1)/2 + j]        start(i) = i*(i+1)/2      length(i) = i + 1
//
// Row i begins at start(i), and row i + 1 so many elements behind it. Where each iteration keeps to its own row, and no
// row begins before the one in front of it, no two iterations meet. The subscript is no affine expression, and its rows
// are: the difference of two starts is.
#pragma once

#include "Analysis/Facts.h"

#include <optional>
#include <vector>

namespace clustrix::compiler {

struct TriangularRows {
  Polynomial start;   // over loops[0].counter, parameters and quotients of those
  Polynomial length;  // from the start of one row to that of the next, over loops[0].counter and parameters
  /// `start` without quotients, which are exact then: this over the divisor.
  std::optional<Polynomial> numerator;
  std::int64_t divisor = 1;
};

/// The rows that all the accesses of an array keep to, each to that of its own iteration of loops[0]. Nothing where
/// that is not proven, or where the subscripts are affine.
std::optional<TriangularRows> triangularRows(const Facts& facts, const std::vector<const Access*>& accesses);

}  // namespace clustrix::compiler
