#include "execution/AfterOriginal.h"

#include "execution/DeviceLaunch.h"
#include "support/Clock.h"

namespace clustrix::runtime {

bool mayLearn(const Context& context, const LoopState& state) {
  const Settings& settings = context.settings;
  return !settings.force && !settings.verify && !settings.requireGpu && !state.searching && state.whole < 0;
}

void learnOriginal(Context& context, const LoopState& state) {
  const double seconds = now() - state.leftAt;
  if (state.nest.known())
    context.learned.correctNest(*state.site, [&](NestCorrection& nest) {
      if (state.choseInner)
        nest.ranInner(state.nest.inner.best(), seconds);
      else
        nest.ranOuter(state.nest.outer.best(), seconds);
    });
  if (state.choseInner) return;
  context.learned.correct(
      *state.site, [&](CostCorrection& correction) { correction.ranOnCpu(Place::Original, state.left, 1, seconds); });
}

void finishVerification(Context& context, const LoopState& state) {
  const std::string difference = firstDifference(state.verification->parallel, state.arrays);
  if (difference.empty()) {
    context.log.debug("CLUSTRIX_VERIFY: parallel and original agree" + tag(*state.site));
    return;
  }
  context.stop("CLUSTRIX_VERIFY: " + difference + tag(*state.site));
}

}  // namespace clustrix::runtime
