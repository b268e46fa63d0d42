// ResidentRun: a launch whose arrays stay on the devices, from its plan to the chunks that the CPU has to finish.
#pragma once

#include <optional>

#include "execution/Context.h"
#include "execution/Executor.h"
#include "execution/LoopState.h"

namespace clustrix::runtime {

/// Whether the loop is one that may leave its results on devices at all.
bool mayStayOnDevices(const Context& context, const LoopState& state, const Options& options);

/// On the first `count` usable devices, or fewer. Null where the loop has to run like any other: nothing has run then,
/// and `state.started` is as it was. Otherwise what `execute` answers: where chunks are left the host is whole. Under
/// the context's deviceMutex.
std::optional<Execution> runResident(Context& context, LoopState& state, LaunchFacts& facts, const Options& options,
                                     int count, void* blockResults);

/// A launch that was kept since it leaves all as it is, and may run again as it was planned; null where there is none.
/// Under the context's deviceMutex.
const CachedLaunch* findSteady(Context& context, const LoopState& state, const LoopBody& body, const Options& options);
/// The answer is that of runResident.
std::optional<Execution> repeatResident(Context& context, LoopState& state, const LoopBody& body,
                                        const CachedLaunch& steady, void* blockResults);

}  // namespace clustrix::runtime
