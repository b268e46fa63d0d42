// When a warp alone would be done: the latency bound of a launch.
//
// Within a basic block an instruction issues as soon as its operands are there, at one a cycle, whatever stands in
// front of it (ptxas may order it so). Loads do not pass stores to the same kind of memory, and no more words are under
// way than registers hold. The next block begins when the last one has issued.
#pragma once

#include "Launch.h"

namespace ptx {

/// Counts the instruction with the lanes of at.mask, and says in at.now and at.latency when it issues and how long it
/// takes (memory may change the latter).
void issue(Context& at, const Instruction& in);

/// Notes when the results are there.
void retire(Context& at, const Instruction& in);

}  // namespace ptx
