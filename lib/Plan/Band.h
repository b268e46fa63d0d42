// Band: the loops of a launched nest along which a GPU's threads run.
//
//     for (int i = 0; i < n; ++i)           y        a thread for each (i, j); those of a warp lie along j,
//       for (int j = 0; j < n; ++j)         x        where neighbours touch neighbours
//         for (int k = 0; k < n; ++k)                in each thread
//           c[i * n + j] += a[i * n + k] * b[k * n + j];
//
// A loop belongs to it that is parallel inside each iteration of those around it, whatever these are, and outside of
// which an iteration writes no memory: what stands around it is repeated by the threads. Devices share the outermost
// loop alone, as they do without a band.
#pragma once

#include "clustrix/Plan.h"

#include <optional>

namespace clustrix::compiler {

/// Of a launch that leaves no results of its own; nothing where its own loop alone has threads. `loops`: with the
/// legality of all loops of `function`.
std::optional<Band> band(const AnnotatedFunction& function, const std::vector<LoopPlan>& loops, const Launch& launch);

}  // namespace clustrix::compiler
