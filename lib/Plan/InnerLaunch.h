// InnerLaunch: the second way to divide a nest, which the runtime takes where the outer loop is too short.
//
//     for (int k = 0; k < 3; ++k)       one launch of 3 iterations; or, in order on the host,
//       for (int i = 0; i < n; ++i)       three launches of n
//         a[k * n + i] = ...
//
// Both ways have the same results to the bit: a nest with a result that depends on the division has one way only.
#pragma once

#include "clustrix/Plan.h"

#include <optional>

namespace clustrix::compiler {

/// Iterations, where the source says so.
std::optional<std::int64_t> constantTrips(const NestedLoop& loop);

/// A loop whose block is the launch and nothing more: no object of its own, no text but the loop's, one instantiation.
bool isPlainLaunch(const LoopSite& site, const Legality& legality);
/// No variable keeps the value of the last iteration.
bool leavesNoValues(const Legality& legality);
/// The one loop inside that no other is around; nothing where there are several.
std::optional<std::size_t> onlyChild(const AnnotatedFunction& function, int loop);

/// The launch of the loop that is all of the body of `outer`'s, with one of its own inside where there is one; nothing
/// where that loop cannot be launched by itself. `loops`: with the legality of all loops of `function`.
std::optional<Launch> innerLaunch(const SourceUnit& unit, const AnnotatedFunction& function,
                                  const std::vector<LoopPlan>& loops, const Launch& outer);

}  // namespace clustrix::compiler
