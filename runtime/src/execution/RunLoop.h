// RunLoop: one launch, from guards to results.
//
//     guards ─► profit ─► partition ─► fit ─► execute ─► what is left on the CPU ─► combine
#pragma once

#include "execution/Context.h"
#include "execution/LoopState.h"

namespace clustrix::runtime {

/// The answer of Loop::run.
bool runLoop(Context& context, LoopState& state, const LoopBody& body, void* total);

/// After the original loop, or the inner loop's launches in its place: how long it took is learned.
void learnOriginal(Context& context, const LoopState& state);

/// After the original loop, where CLUSTRIX_VERIFY asked for it: ends the process at a difference.
void finishVerification(Context& context, const LoopState& state);

}  // namespace clustrix::runtime
