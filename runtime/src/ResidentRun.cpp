#include "ResidentRun.h"

#include <algorithm>

#include "DeviceLaunch.h"
#include "ResidentLaunch.h"
#include "Settle.h"

namespace clustrix::runtime {
namespace {

std::vector<LaunchDevice> launchDevices(const ResidentPlan& plan) {
  std::vector<LaunchDevice> devices;
  for (const ResidentDevice& device : plan.devices) devices.push_back({device.id, 1});
  return devices;
}

void announce(Context& context, const LoopState& state, const ResidentPlan& plan) {
  if (context.settings.plan) context.log.print(print(plan, *state.site, state.iterations));
  context.log.info("Executing GPU parallelization with " + std::to_string(plan.parts.size()) + " GPUs" +
                   tag(*state.site));
  if (context.log.shows(LogLevel::Debug)) context.log.debug("arrays stay on the devices:\n" + printSteps(plan));
}

// Chunks that failed, on the devices that did not, as if nothing had ever stayed there.
void runAgain(Context& context, const LoopState& state, LaunchFacts& facts, const std::vector<LaunchDevice>& devices,
              Execution& execution, void* blockResults) {
  context.residents.bringAllHome();
  std::vector<LaunchDevice> others;
  for (std::size_t d = 0; d < devices.size(); ++d)
    if (std::none_of(execution.problems.begin(), execution.problems.end(),
                     [d](const Problem& problem) { return problem.device == static_cast<int>(d); }))
      others.push_back(devices[d]);
  if (others.empty()) return;
  facts.fillGap = 0;
  const ChunkPlanner planner = [&facts](Chunk chunk) { return scheduleChunk(facts, chunk); };
  LaunchSchedule schedule;
  for (Chunk chunk : execution.left) {
    if (auto planned = planner(chunk))
      schedule.chunks.push_back({anyDevice, std::move(*planned)});
    else
      schedule.onHost.push_back(chunk);
  }
  const Execution again =
      execute(*context.devices().backend, others, facts, std::move(schedule), planner, blockResults);
  settle(context, *state.site, others, again);
  execution.left = again.left;
  execution.spans.insert(execution.spans.end(), again.spans.begin(), again.spans.end());
  execution.bytesIn += again.bytesIn;
  execution.bytesOut += again.bytesOut;
}

}  // namespace

bool mayStayOnDevices(const Context& context, const LoopState& state, const Kernel& kernel, const Options& options) {
  if (state.residency == 0 || state.searching || context.settings.verify || kernel.copyHost != nullptr) return false;
  if (options.schedule_ == Schedule::Dynamic || options.maxGpuParallelJobs_ > 1) return false;
  return std::none_of(state.arrays.begin(), state.arrays.end(),
                      [](const ArrayFacts& array) { return array.scratch || array.combined; });
}

std::optional<Execution> runResident(Context& context, LoopState& state, LaunchFacts& facts, const Options& options,
                                     int count, void* blockResults) {
  std::string why;
  const std::optional<ResidentPlan> plan = planResidentLaunch(context, *state.site, facts, options, count, why);
  if (!plan || plan->parts.empty()) {
    context.log.debug("the arrays do not stay on the devices: " + why + tag(*state.site));
    return std::nullopt;
  }
  announce(context, state, *plan);
  const bool started = std::exchange(state.started, true);
  ResidentRun run =
      executeResident(*context.devices().backend, context.residents, facts, *state.site, *plan, blockResults);
  const std::vector<LaunchDevice> devices = launchDevices(*plan);
  settle(context, *state.site, devices, run.execution);
  if (!run.started) {
    state.started = started;
    return std::nullopt;
  }
  if (!run.execution.left.empty()) runAgain(context, state, facts, devices, run.execution, blockResults);
  return std::move(run.execution);
}

}  // namespace clustrix::runtime
