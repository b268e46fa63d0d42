// Launch notes: what a launch says of itself in the log and in the plan, and with its last words.
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
/// Ends the program where a loop is not to run on the CPU, with why it would. One that no GPU can run is left alone:
/// there is nothing to fall back from.
void requireGpu(Context& context, const Site& site, const Kernel& kernel, const std::string& why);

}  // namespace clustrix::runtime
