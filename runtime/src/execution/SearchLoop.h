// SearchLoop: the first iteration that leaves a loop, looked for in waves.
//
//     │ one by one │ wave in parallel │    next wave     │ ...        stops behind the wave that found one
//
// A program that finds what it looks for early must not pay for looking at all: the first iterations are tried as the
// loop itself would, and a wave is half as long as all that was tried before it, so that at most half is tried in vain.
#pragma once

#include "execution/Context.h"
#include "execution/LoopState.h"

namespace clustrix::runtime {

/// The answer of Loop::search. `body` is a Searcher's; `begin` is what its iteration 0 stands for.
Index searchLoop(Context& context, LoopState& state, const LoopBody& body, Index& begin);

}  // namespace clustrix::runtime
