// RunLoop: one launch, from guards to results.
//
//     guards ─► profit ─► partition ─► fit ─► execute ─► what is left on the CPU ─► combine
#pragma once

#include "execution/Context.h"
#include "execution/LoopState.h"

namespace clustrix::runtime {

/// The answer of Loop::run.
bool runLoop(Context& context, LoopState& state, const LoopBody& body, void* total);

}  // namespace clustrix::runtime
