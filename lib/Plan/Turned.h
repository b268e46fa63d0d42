// Turned: a nest of two loops the other way round, the inner one outside.
//
//     for (int i = 0; i < rows; ++i)                      for (int j = 0; j < columns; ++j)
//       for (int j = 0; j < columns; ++j)        ──►        for (int i = 0; i < rows; ++i)
//         y[j] += a[i * columns + j] * x[i];                  y[j] += a[i * columns + j] * x[i];
//
// Where the new outer loop is parallel as it stands, each element is combined into in the order of the source, to the
// bit, by one iteration: whatever happens in two iterations of it touches nothing in common, so that both orders come
// to the same.
#pragma once

#include "clustrix/Plan.h"

#include <optional>

namespace clustrix::compiler {

/// The model with its first two loops changed over; nothing where it holds what that would change the meaning of: a
/// loop whose length depends on the other's counter, anything that iterations hand on or leave.
std::optional<LoopModel> turned(const LoopModel& model);

/// The launch whose iterations are those of the loop inside `outer`'s; nothing where these are no iterations that may
/// run in any order, or nothing is known to be gained.
std::optional<Launch> turnedLaunch(const SourceUnit& unit, const AnnotatedFunction& function,
                                   const std::vector<LoopPlan>& loops, const Launch& outer);

}  // namespace clustrix::compiler
