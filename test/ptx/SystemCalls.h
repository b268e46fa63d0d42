// Functions that CUDA's device runtime provides and no module defines: printf, assert.
#pragma once

#include "Launch.h"

namespace ptx {

/// Carries out the call where it is one of these; false: it is a function of the module, or of nobody.
bool callSystem(Context& at, const Instruction& in);

}  // namespace ptx
