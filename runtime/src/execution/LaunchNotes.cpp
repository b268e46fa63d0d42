#include "execution/LaunchNotes.h"

#include "support/BestEffort.h"

namespace clustrix::runtime {

void announce(Context& context, const LoopState& state, const Choice& choice, const DevicePlan& plan) {
  Backend& backend = *context.devices().backend;
  if (context.settings.plan) context.log.print(print(plan, *state.site, backend, state.iterations));
  if (plan.schedule.batches > 1)
    context.log.warn("memory: a device's share does not fit its memory; it runs in " +
                     std::to_string(plan.schedule.batches) + " smaller batches" + tag(*state.site));
  if (context.log.shows(LogLevel::Info))
    context.log.once(LogLevel::Info, "Executing GPU parallelization with " + std::to_string(choice.devices) + " GPUs" +
                                         tag(*state.site));
  if (!context.log.shows(LogLevel::Debug)) return;
  for (const Assigned& chunk : plan.schedule.chunks) context.log.debug("schedule:\n" + print(chunk.schedule));
}

void announceTasks(Context& context, const LoopState& state, const Choice& choice) {
  if (context.log.shows(LogLevel::Info))
    context.log.once(LogLevel::Info, "Executing GPU parallelization with " + std::to_string(choice.devices) +
                                         " GPUs, each driven by host threads" + tag(*state.site));
}

void tellInner(Context& context, const LoopState& state) {
  const std::string what = std::to_string(state.iterations) +
                           " iterations, too few: each launches the loop inside, of " + std::to_string(state.inner) +
                           " or so";
  if (context.settings.plan)
    context.log.print(std::string("clustrix: plan: ") + state.site->function + " at " + state.site->file + ":" +
                      std::to_string(state.site->line) + ": " + what);
  if (context.log.shows(LogLevel::Info)) context.log.once(LogLevel::Info, what + tag(*state.site));
}

std::string tellWhatIsLeft(Context& context, const LoopState& state, const Execution& execution) {
  Index iterations = 0;
  for (Chunk chunk : execution.left) iterations += chunk.size();
  const std::string what = execution.problems.empty() ? "one iteration needs more memory than a device has free"
                                                      : execution.problems.back().message;
  std::string why = std::to_string(iterations) + " of " + std::to_string(state.iterations) + " iterations: " + what;
  context.log.warn("memory or devices fell short: " + why + "; they run on the CPU" + tag(*state.site));
  return why;
}

bool tellsRefusals(const Context& context) {
  return context.log.shows(LogLevel::Info) || context.settings.summary || context.settings.requireGpu;
}

void tellWhyNot(Context& context, const Site& site, const std::string& why, const FailedGuard& failed) {
  if (!context.log.shows(LogLevel::Info)) return;
  const std::string what = "GPU parallelization not beneficial: " + why;
  context.log.once(LogLevel::Info, what + tag(site), [&] { return what + inMessage(failed.values) + tag(site); });
}

std::string whyRefused(const FailedGuard& failed) { return "guard failed: " + failed.what; }

void tellRefused(Context& context, const LoopState& state) {
  if (!tellsRefusals(context)) return;
  const std::string why = whyRefused(state.failed);
  tellWhyNot(context, *state.site, why, state.failed);
  if (!context.settings.summary) return;
  LaunchRecord record;
  record.why = why;
  record.values = state.failed.values;
  context.summary.add(*state.site, record);
}

void requireGpu(Context& context, const Site& site, const Kernel& kernel, const std::string& why) {
  if (!context.settings.requireGpu || kernel.whyHostAlone != nullptr) return;
  bestEffort([&] {
    context.stop("CLUSTRIX_REQUIRE=gpu, but the loop would run on the CPU: " + why +
                 "; see CLUSTRIX_LOG=debug, or CLUSTRIX_FORCE=1 for loops that seem too small" + tag(site));
  });
  context.stopNow("CLUSTRIX_REQUIRE=gpu, but a loop would run on the CPU: host memory has run out");
}

}  // namespace clustrix::runtime
