// Fork: what a process has left of the runtime after a fork.
//
// Only the thread that forked lives on in the child: the CPU threads and the virtual devices' threads are gone, and
// CUDA does not work there. A child of a process that has run loops therefore runs its own as they are written. One
// whose parent has not run any yet starts a runtime of its own.
//
// Before the fork what launches have left on devices comes home, so that the child's memory holds what the program, run
// as written, would have there. A launch of another thread is not waited for, since CUDA's driver itself forks in the
// middle of calls; a child that would then miss results on devices stops where it asks for them.
#pragma once

namespace clustrix::runtime {

class Context;

/// `context` is the process's; called once, when it is made.
void watchForks(Context& context);
/// Whether this process was forked after its context was made.
bool inForkedChild();
/// Whether markers have nothing to do: in a kernel's iterations, whose launch sees to it, and in a forked child, which
/// ends with an error where results are on devices that it does not have.
bool movesNothing();
/// Whether loops run as written, for the same reasons. A forked child also ends where CLUSTRIX_REQUIRE=gpu.
bool launchesNothing();

}  // namespace clustrix::runtime
