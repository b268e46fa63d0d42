// Launch notes: what a launch says of itself in the log and in the plan.
#pragma once

#include "execution/Context.h"
#include "execution/DeviceLaunch.h"
#include "execution/LoopState.h"

namespace clustrix::runtime {

/// The devices and chunks of a launch that begins.
void announce(Context& context, const LoopState& state, const Choice& choice, const DevicePlan& plan);
/// The launches of the loop inside take the place of this one's.
void tellInner(Context& context, const LoopState& state);
/// What devices have left for the CPU; as a clause.
std::string tellWhatIsLeft(Context& context, const LoopState& state, const Execution& execution);

}  // namespace clustrix::runtime
