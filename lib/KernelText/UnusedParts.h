// Unused parts: functions and captures that the walk found and the text of the kernel does not mention.
#pragma once

#include "clustrix/LoopModel.h"

namespace clustrix::compiler {

/// Leaves them out of `model.kernel`, and numbers the others anew.
void dropUnusedParts(LoopModel& model);

}  // namespace clustrix::compiler
