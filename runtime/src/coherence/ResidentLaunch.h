// ResidentLaunch: carries out a ResidentPlan, and tells the directory what is true afterwards.
//
//     grow images ─► fetch ─► (wait) ─► launch ─► wait ─► directory
//
// Until a kernel has started, a failure leaves all bytes as they were. A chunk that fails later may have written any of
// its bytes: it is handed back to be run again where all that it reads is still somewhere, else the program stops.
//
// What the directory is going to say is computed before the first kernel starts: once one has, no memory is wanted.
#pragma once

#include "coherence/ResidentArrays.h"
#include "coherence/ResidentPlan.h"
#include "devices/Backend.h"
#include "execution/Executor.h"

namespace clustrix::runtime {

struct ResidentRun {
  bool started = false;  // false: nothing has run, and all bytes are where they were
  Execution execution;   // `left`: chunks that failed, to be run again
};

/// `blockResults`: one partial per block of the loop, or null. Under the context's deviceMutex. What is thrown for want
/// of memory is thrown before any kernel has started.
ResidentRun executeResident(Backend& backend, ResidentArrays& residents, const LaunchFacts& facts, const Site& site,
                            const ResidentPlan& plan, void* blockResults);

}  // namespace clustrix::runtime
