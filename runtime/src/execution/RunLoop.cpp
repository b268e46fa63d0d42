#include "execution/RunLoop.h"

#include "clustrix/Residency.h"
#include "execution/AfterOriginal.h"
#include "execution/Fork.h"
#include "execution/LaunchNotes.h"
#include "execution/LoopLaunch.h"
#include "support/KeepLoaded.h"

namespace clustrix::runtime {
namespace {

bool runOrNot(Context& context, LoopState& state, const LoopBody& body, void* total) {
  if (auditor) {
    if (body.onlyWrites >= 0) {
      auditor->runFirstPass(state, body);
      return true;
    }
    state.described = auditor->described(context, state, body);
    return false;
  }
  // A loop that is refused again and again pays for nothing that nobody asks for.
  const bool wanted = tellsRefusals(context);
  if (!state.required) return wanted && LoopLaunch(context, state, body, total).refuse(state.failed);
  if (state.hasGuards() && mayLearn(context, state) && context.refusals.skips(*state.site))
    return wanted &&
           LoopLaunch(context, state, body, total).refuse({"again and again, so that it is asked less often", {}});
  if (state.iterations <= 0) {
    if (body.kernel->partialSize > 0) body.kernel->identity(total);
    return true;
  }
  return LoopLaunch(context, state, body, total).run();
}

}  // namespace

bool runLoop(Context& context, LoopState& state, const LoopBody& body, void* total) {
  if (launchesNothing()) return false;
  keepLoaded(*state.site);
  // A loop of a function without residency finds the host as it would be without any.
  if (state.residency == 0 && !nothingOnDevices()) bringAllHome();
  const bool ran = runOrNot(context, state, body, total);
  // The inner loop's launches go on with what is on the devices.
  if (!ran && !state.choseInner && !state.described && !nothingOnDevices()) bringAllHome();
  return ran;
}

}  // namespace clustrix::runtime
