#include "execution/Fork.h"

#include <pthread.h>

#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <exception>

#include "clustrix/Residency.h"
#include "execution/Context.h"
#include "support/InsideKernel.h"

namespace clustrix::runtime {
namespace {

Context* forkingContext = nullptr;
thread_local bool locked = false;  // in the thread that forks
std::atomic<bool> child{false};

// A thread that forks in the middle of a launch, as the driver does, finds its own lock taken.
void beforeFork() {
  locked = !insideKernel() && !inForkedChild() && forkingContext->deviceMutex.try_lock();
  if (!locked) return;
  try {
    forkingContext->residents.bringAllHome();
  } catch (const std::exception&) {
    forkingContext->residents.bringAllHomeNow();
  }
}

void release() {
  if (locked) forkingContext->deviceMutex.unlock();
  locked = false;
}

void inChild() {
  release();
  child.store(true, std::memory_order_relaxed);
}

// Not by the log, whose mutex another thread may have held when the process forked.
[[noreturn]] void stop(const char* error) {
  std::fprintf(stderr, "clustrix: error: %s\n", error);
  std::_Exit(1);
}

}  // namespace

void watchForks(Context& context) {
  forkingContext = &context;
  // An error is want of memory for three pointers: a child then behaves as without this file.
  static_cast<void>(pthread_atfork(beforeFork, release, inChild));
}

bool inForkedChild() { return child.load(std::memory_order_relaxed); }

bool movesNothing() {
  if (insideKernel()) return true;
  if (!inForkedChild()) return false;
  if (!nothingOnDevices())
    stop(
        "this process was forked while another thread had a launch running, and results are on devices that only its "
        "parent has");
  return true;
}

bool launchesNothing() {
  if (!movesNothing()) return false;
  if (inForkedChild() && !insideKernel() && forkingContext->settings.requireGpu)
    stop(
        "CLUSTRIX_REQUIRE=gpu, but no device works in this process, which was forked after its parent had run loops; "
        "fork before the first loop, or start a program instead");
  return true;
}

}  // namespace clustrix::runtime
