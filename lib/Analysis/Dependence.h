// Which accesses of different iterations touch the same bytes, and for which parameters.
//
//     a[k0+1] = a[k0]    ──►  write at k, read at k' > k :  k + 1 = k'   distance 1, for n >= 2
//
// Iterations of loops[0] are compared; what happens inside one of them stays in order. Exact where subscripts and
// bounds are affine (after delinearisation), a superset elsewhere. After: Feautrier 1991, Pugh 1992.
#pragma once

#include "Analysis/Conditions.h"

#include <optional>
#include <vector>

namespace clustrix::compiler {

/// An access with what is known of its place.
struct Touch {
  const Access* access = nullptr;
  Domain domain;
  std::vector<Polynomial> positions;  // one for each dimension; empty: any element
  bool offsetHolds = false;           // what is touched of the element begins at the access's offset
};

/// Accesses of one array, or of several that are taken for one, in one frame of reference.
struct Touches {
  std::vector<Touch> list;
  /// The parameters for which positions do not tell elements apart; avoid() says what to do about them.
  Condition separable;
};

/// A pair of accesses of different iterations to the same bytes.
struct Conflict {
  const Access* earlier = nullptr;
  const Access* later = nullptr;
  isl::BasicSet meetings;  // (distance, counters of both iterations), a superset; null: unknown
};

/// One of those that touch the same in the same iterations, wherever they stand in the text: a certain write where
/// there is one.
std::vector<const Access*> distinct(const std::vector<const Access*>& accesses);

/// The accesses that may happen, each once, with their positions found by delinearisation.
Touches touchesOf(const Facts& facts, const std::vector<const Access*>& accesses);

/// All of the accesses that may happen, with positions that hold whatever the parameters; nothing where there are none.
/// Cheaper, for questions that are worth no guard.
std::optional<std::vector<Touch>> sureTouchesOf(const Facts& facts, const std::vector<const Access*>& accesses);

/// The same in rows of a fixed length, where the subscripts suggest one and elements stay in their rows, perhaps under
/// a condition. For subscripts that touchesOf() takes for one dimension.
std::optional<Touches> touchesInRows(const Facts& facts, const std::vector<const Access*>& accesses);

/// No two iterations meet in `left` and `right`: true only when shown, without isl.
bool plainlyApart(const Facts& facts, const Touch& left, const Touch& right, std::int64_t elementBytes);

/// The conflicts between two accesses, at least one of them a write, in both orders. The same access twice: with
/// itself.
std::vector<Conflict> conflictsBetween(const Facts& facts, const Touch& left, const Touch& right,
                                       std::int64_t elementBytes);

/// Iterations from the earlier access to the later one, when it is always the same.
std::optional<std::int64_t> distanceOf(const Conflict& conflict);

/// The fewest iterations from the earlier access to the later one, whatever the parameters; 1 when unknown.
std::int64_t leastDistance(const Conflict& conflict);

}  // namespace clustrix::compiler
