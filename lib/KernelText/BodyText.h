// The loop's body as text with holes, cut out of the source along the walk's edits.
#pragma once

#include "Lower/Walk.h"

namespace clustrix::compiler {

/// Fills `model.kernel.body`, `bodyLine` and `header`; leaves out captures that the text does not mention. An Effect
/// says why when the text cannot be used.
void cutBody(Walk& walk, const WalkInput& input);

}  // namespace clustrix::compiler
