#include "execution/ScanLoop.h"

#include "execution/Fork.h"
#include "execution/LaunchNotes.h"

namespace clustrix::runtime {
namespace {

// Each iteration runs twice: with fewer threads there is nothing to gain.
constexpr int leastThreads = 4;

}  // namespace

bool mayScan(Context& context, const LoopState& state, bool hostAlone) {
  if (launchesNothing()) return false;
  if (!state.required) {
    tellRefused(context, state);
    return false;
  }
  if (context.settings.force || context.settings.requireGpu || auditor || context.cpu.available() >= leastThreads)
    return true;
  if (hostAlone) return false;
  const std::lock_guard<std::mutex> lock(context.deviceMutex);
  return !context.devices().usable.empty();
}

PassScope::PassScope(LoopState& state, const LoopBody& body, Index count, Index size)
    : state_(state), iterations_(state.iterations), operations_(state.operations) {
  state_.iterations = count;
  state_.operations *= static_cast<double>(size);
  state_.whole = iterations_;
  // The first pass writes nothing of the program's.
  state_.searching = body.onlyWrites >= 0;
  state_.started = false;
}

PassScope::~PassScope() {
  state_.iterations = iterations_;
  state_.operations = operations_;
  state_.whole = -1;
  state_.searching = false;
}

}  // namespace clustrix::runtime
