// Lanes: several threads of a GPU share an iteration, where there are too few iterations to keep it busy.
//
//     for (int i = 0; i < n; ++i) {                       up to 32 lanes an iteration
//       double sum = 0;                                   in each lane
//       for (int j = 0; j < m; ++j) sum += a[i * m + j];  terms by all lanes, added up in order
//       y[i] = sum;                                       by one
//     }
//
// Each loop of the body has to be parallel, but for sums that it adds to in statements of their own; whatever else
// writes memory is a statement of a block.
#pragma once

#include "clustrix/Plan.h"

#include <optional>

namespace clustrix::compiler {

/// Of a launch that leaves no results of its own and has no band. `loops`: with the legality of all loops of
/// `function`.
std::optional<Lanes> lanes(const AnnotatedFunction& function, const std::vector<LoopPlan>& loops, const Launch& launch);

}  // namespace clustrix::compiler
