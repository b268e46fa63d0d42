// The text of a function's body to instructions, not decoded yet.
#pragma once

#include "Module.h"

namespace ptx {

/// Fills function.code: operands resolved, branches with their targets. Accepts what nvcc emits; anything else ends the
/// program with the line.
void parseBody(Module& module, Function& function, const std::string& text);

}  // namespace ptx
