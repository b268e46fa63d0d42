// NoAlias: whether what a loop writes overlaps anything else that it touches, of hundreds of arrays and variables,
// without comparing each pair.
//
//     a    [====]              sorted by where they begin; an interval is compared with the one before it that
//     b          [=====]       reaches furthest, and is of something else
//     c      [==]
#pragma once

#include <string>

#include "execution/LoopState.h"
#include "schedule/Schedule.h"

namespace clustrix::runtime {

/// What overlaps. `state` and `guard` outlive what is returned.
FailedGuard failedAllDisjoint(const LoopState& state, const LaunchFacts& facts, const NoAlias& guard);

}  // namespace clustrix::runtime
