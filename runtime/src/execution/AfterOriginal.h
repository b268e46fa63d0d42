// After the original: what is done when the loop has run as it was written.
#pragma once

#include "execution/Context.h"
#include "execution/LoopState.h"

namespace clustrix::runtime {

/// Whether launches of the loop tell about the next ones. Not where somebody else has said where they are to run, nor
/// of a part of a loop.
bool mayLearn(const Context& context, const LoopState& state);

/// After the original loop, or the inner loop's launches in its place: how long it took is learned.
void learnOriginal(Context& context, const LoopState& state);

/// After the original loop, where CLUSTRIX_VERIFY asked for it: ends the process at a difference.
void finishVerification(Context& context, const LoopState& state);

}  // namespace clustrix::runtime
