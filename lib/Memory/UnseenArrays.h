// The last check of a model: what its text does with an array, its accesses know. An element that one part of the
// walk takes for a value and another leaves in the text would be read where no device has it.
//
//     c ? a_element : a[s]          with no access of `a`: no kernel
#pragma once

#include "clustrix/LoopModel.h"

namespace clustrix::compiler {

/// Adds an obstacle for each array of which the text names elements, while the model has no access of it.
void refuseUnseenArrays(LoopModel& model);

}  // namespace clustrix::compiler
