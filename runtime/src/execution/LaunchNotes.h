// Launch notes: what a launch says of itself in the log and in the plan, and with its last words.
#pragma once

#include "execution/Context.h"
#include "execution/DeviceLaunch.h"
#include "execution/LoopState.h"

namespace clustrix::runtime {

/// The devices and chunks of a launch that begins.
void announce(Context& context, const LoopState& state, const Choice& choice, const DevicePlan& plan);
/// The same of tasks.
void announceTasks(Context& context, const LoopState& state, const Choice& choice);
/// The launches of the loop inside take the place of this one's.
void tellInner(Context& context, const LoopState& state);
/// What devices have left for the CPU; as a clause.
std::string tellWhatIsLeft(Context& context, const LoopState& state, const Execution& execution);
/// Whether anybody is told of loops that a guard keeps as they are written.
bool tellsRefusals(const Context& context);
/// Why a launch does not run on devices; `failed`: where a guard is why, else without a guard.
void tellWhyNot(Context& context, const Site& site, const std::string& why, const FailedGuard& failed);
/// `guard failed: ...`
std::string whyRefused(const FailedGuard& failed);
/// Of a loop that is never launched, since a parameter is not as it needs it; where anybody is told.
void tellRefused(Context& context, const LoopState& state);
/// Ends the program where a loop is not to run on the CPU, with why it would. One that no GPU can run is left alone:
/// there is nothing to fall back from.
void requireGpu(Context& context, const Site& site, const Kernel& kernel, const std::string& why);

}  // namespace clustrix::runtime
