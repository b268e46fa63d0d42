// Sums and products with carries: add.cc, addc, sub.cc, subc, mad.lo.cc, madc.hi and so on. The carry of each lane is
// one bit of the warp.
#pragma once

#include "Instruction.h"

namespace ptx {

enum class Carry { sum, difference, productAdd };

/// Executes the operation; whether it takes a carry, hands one on, and which half of a product it means is set in
/// in.mode.
Execute carried(Carry operation, Instruction& in);

}  // namespace ptx
