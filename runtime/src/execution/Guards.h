// Guards: do the arrays of a launch lie as the analysis needs them to?
#pragma once

#include <string>

#include "execution/Context.h"
#include "execution/LoopState.h"
#include "schedule/Schedule.h"

namespace clustrix::runtime {

/// Empty when all hold; else which does not and why. `facts` are those of the whole loop.
std::string failedGuard(Context& context, const LoopState& state, const LaunchFacts& facts);

}  // namespace clustrix::runtime
