// Forgotten arrays: those that need not be as they were where a launch is undone.
#pragma once

#include "clustrix/LoopModel.h"

namespace clustrix::compiler {

/// Once an iteration has left, nobody sees the array any more, or the loop as written has written it anew without a
/// look at what was there.
bool isForgotten(const LoopModel& model, ArrayId array);

}  // namespace clustrix::compiler
