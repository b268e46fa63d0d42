// One operand's text to an Operand: "%r1", "!%p2", "%r1|%p2", "-7", "0f3F800000", "[%rd1+8]", "{%f1, %f2}", "name".
#pragma once

#include "Names.h"

namespace ptx {

/// `statement`: for the message where the operand is not understood.
Operand parseOperand(const std::string& text, Names& names, const std::string& statement);

}  // namespace ptx
