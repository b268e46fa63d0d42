// Reach: between which values an integer expression stays in a domain, as expressions over parameters.
//
//     k0 in [lo, hi), k1 >= 0, k1 <= 15, 16*k0 + k1 <= n - 1
//     16*k0 + k1   ──reachOf──►   from { 16*lo }, to { 16*hi - 1, n - 1 }
//
// The counters are projected out of the constraints (Fourier and Motzkin), so that the bounds hold for every chunk of
// iterations once its ends are parameters. A product of a parameter and a counter is an unknown of its own: what is
// known of the counter is multiplied by the parameter, where that is not negative.
#pragma once

#include "Analysis/Facts.h"

namespace clustrix::compiler {

/// `value / divisor`, rounded into the range: up where it is a lower bound, down where it is an upper one.
struct ReachBound {
  Polynomial value;  // over parameters
  std::int64_t divisor = 1;
  friend bool operator==(const ReachBound&, const ReachBound&) = default;
};

/// Each of `from` is a lower bound, each of `to` an upper one; at least one of either, and only a few.
struct Reach {
  std::vector<ReachBound> from, to;
  friend bool operator==(const Reach&, const Reach&) = default;
};

/// A superset of the values that `value` has in the domain. Nothing where one side has no bound.
std::optional<Reach> reachOf(const Facts& facts, const Domain& domain, const Polynomial& value);

/// As violation() says it, of a value in which parameters multiply counters, too: `size - 1 - (j*stride + i)`.
isl::Set violationOfProducts(const Facts& facts, const Domain& domain, const Polynomial& value);

}  // namespace clustrix::compiler
