// CopyPlan: how many blocks of iterations have copies of the arrays that they combine into, and where those lie.
//
//     more blocks:  more iterations at a time, but each block's copies must be filled, and combined in the end
//
// Their number depends on iterations, operations and elements alone: never on devices or memory, which would change
// the order in which floating-point numbers are added.
#pragma once

#include <optional>

#include "schedule/Schedule.h"

namespace clustrix::runtime {

struct CopyPlan {
  CopyLayout layout;
  Index block = 1;  // iterations of a block
  Index blocks = 1;
  double extraWork = 0;  // operations that fill and combine the copies
};

/// `operations`: of one iteration. `forced`: at least a few blocks, whatever they cost. Null where copies would be too
/// large, or too few to be worth anything.
std::optional<CopyPlan> planCopies(const Kernel& kernel, const LaunchFacts& facts, double operations, bool forced);

}  // namespace clustrix::runtime
