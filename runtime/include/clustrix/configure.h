// configure: the program's own word on where loops run; over the environment, under a function's attribute.
#pragma once

#include "clustrix/Options.h"

namespace clustrix {

/// What `options` says replaces what an earlier call said; what it leaves unsaid stays.
///     clustrix::configure(clustrix::Options{}.gpus(2).maxGpuParallelJobs(4));
/// May be called at any time, from any thread, and holds for loops that start afterwards.
void configure(const Options& options);

}  // namespace clustrix
