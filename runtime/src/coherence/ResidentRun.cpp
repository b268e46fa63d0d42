#include "coherence/ResidentRun.h"

#include <algorithm>

#include "coherence/ResidentLaunch.h"
#include "execution/DeviceLaunch.h"
#include "execution/Settle.h"
#include "reductions/Collective.h"
#include "support/BestEffort.h"

namespace clustrix::runtime {
namespace {

std::vector<LaunchDevice> launchDevices(const ResidentPlan& plan) {
  std::vector<LaunchDevice> devices;
  for (const ResidentDevice& device : plan.devices) devices.push_back({device.id, 1, 0, 0});
  return devices;
}

void announce(Context& context, const LoopState& state, const ResidentPlan& plan) {
  if (context.settings.plan) context.log.print(print(plan, *state.site, state.iterations));
  if (context.log.shows(LogLevel::Info))
    context.log.once(LogLevel::Info, "Executing GPU parallelization with " + std::to_string(plan.parts.size()) +
                                         " GPUs" + tag(*state.site));
  if (context.log.shows(LogLevel::Debug)) context.log.debug("arrays stay on the devices:\n" + printSteps(plan));
}

bool worksOn(Failure failure) { return failure == Failure::Failed || failure == Failure::OutOfMemory; }

// Chunks that failed, on the devices that work on, as if nothing had ever stayed there.
void runAgain(Context& context, const LoopState& state, LaunchFacts& facts, const std::vector<LaunchDevice>& devices,
              Execution& execution, void* blockResults) {
  context.residents.bringAllHome();
  std::vector<LaunchDevice> others;
  for (std::size_t d = 0; d < devices.size(); ++d)
    if (std::none_of(execution.problems.begin(), execution.problems.end(), [d](const Problem& problem) {
          return problem.device == static_cast<int>(d) && !worksOn(problem.failure);
        }))
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
  Execution before;
  before.nodes = execution.nodes;
  Execution again =
      execute(*context.devices().backend, others, facts, std::move(schedule), planner, blockResults, std::move(before));
  settle(context, *state.site, others, again);
  execution.left = std::move(again.left);
  execution.nodes = std::move(again.nodes);
  execution.bytesIn += again.bytesIn;
  execution.bytesOut += again.bytesOut;
  bestEffort([&] { execution.spans.insert(execution.spans.end(), again.spans.begin(), again.spans.end()); });
}

// Where the host has no memory left for that, they are left to its threads.
template <class Whole>
void runLeft(Context& context, const LoopState& state, const Whole& whole, const std::vector<LaunchDevice>& devices,
             Execution& execution, void* blockResults) noexcept {
  try {
    runAgain(context, state, whole(), devices, execution, blockResults);
  } catch (const std::exception&) {
    context.residents.bringAllHomeNow();
  }
}

// Null: nothing has run. `whole`: all facts, asked for where chunks have to run again.
template <class Whole>
std::optional<Execution> carryOut(Context& context, LoopState& state, const ResidentPlan& plan,
                                  const LaunchFacts& facts, void* blockResults, const Whole& whole) {
  announce(context, state, plan);
  std::vector<LaunchDevice> devices = launchDevices(plan);
  ResidentRun run =
      executeResident(*context.devices().backend, context.residents, facts, *state.site, plan, blockResults);
  state.started = state.started || run.started;
  meet(*context.devices().backend, facts, run.execution, blockResults);
  // One device alone, and all went well: there is nothing to learn.
  if (plan.parts.size() > 1 || !run.execution.problems.empty() || !context.settings.traceFile.empty())
    settle(context, *state.site, devices, run.execution);
  if (!run.started) return std::nullopt;
  if (!run.execution.left.empty()) runLeft(context, state, whole, devices, run.execution, blockResults);
  return std::move(run.execution);
}

// Whether it leaves the directory each time as it does once: what it takes from the host is there, and all that it
// writes it writes with certainty.
bool leavesTheSame(const ResidentPlan& plan) {
  return std::all_of(plan.parts.begin(), plan.parts.end(), [](const ResidentPart& part) {
    return std::none_of(part.fetches.begin(), part.fetches.end(), [](const Fetch& fetch) { return fetch.guarded; }) &&
           std::all_of(part.uses.begin(), part.uses.end(), [](const ImageUse& use) { return use.mayWrite.empty(); });
  });
}

// Where the plan has made no image. `found`: the directory that it was made for.
void keepLaunch(Context& context, const LoopState& state, const LoopBody& body, const Options& options,
                const ResidentPlan& plan, std::uint64_t generation, DirectoryState found) {
  const auto moves = [](const ResidentPart& part) { return !part.fetches.empty(); };
  CachedLaunch steady{wordsOf(state, body, options), wordsOfParts(state, body, plan), generation, std::move(found),
                      plan};
  if (leavesTheSame(plan))
    steady.plan.after = std::make_shared<const DirectoryState>(context.residents.directory.state());
  steady.plan.steady = std::none_of(plan.parts.begin(), plan.parts.end(), moves) &&
                       context.residents.directory.generation() == generation;
  context.steady.keep(*state.site, std::move(steady));
}

// Whether the devices are those of the plan, and have the shares that they would be given now.
bool dividedAlike(Context& context, const Site& site, const Options& options, const ResidentPlan& plan) {
  const std::vector<DeviceId>& usable = context.devices().usable;
  const bool there = usable.size() >= plan.devices.size() &&
                     std::equal(plan.devices.begin(), plan.devices.end(), usable.begin(),
                                [](const ResidentDevice& device, DeviceId id) { return device.id == id; });
  if (!there || plan.devices.size() == 1 || options.schedule_ != Schedule::Weighted) return there;
  return launchWeights(context, site, options.schedule_, launchDevices(plan)) == plan.weights;
}

}  // namespace

bool mayStayOnDevices(const Context& context, const LoopState& state, const Options& options) {
  if (state.residency == 0 || state.searching || context.settings.verify) return false;
  // A single launch that nothing outlives: copies that overlap with kernels are quicker than arrays that stay, but for
  // those that a network carries.
  const bool nothingStays = nothingOnDevices() && !context.residents.keepsAny() && !context.hasFarDevices();
  if (state.residency == BriefResidency::id() && nothingStays) return false;
  if (options.schedule_ == Schedule::Dynamic || options.maxGpuParallelJobs_ > 1) return false;
  return std::none_of(state.arrays.begin(), state.arrays.end(), [](const ArrayFacts& array) { return array.scratch; });
}

std::optional<Execution> runResident(Context& context, LoopState& state, LaunchFacts& facts, const Options& options,
                                     int count, void* blockResults) {
  std::string why;
  const std::optional<ResidentPlan> plan = planResidentLaunch(context, *state.site, facts, options, count, why);
  if (!plan || plan->parts.empty()) {
    context.log.debug("the arrays do not stay on the devices: " + why + tag(*state.site));
    return std::nullopt;
  }
  const std::uint64_t generation = context.residents.directory.generation();
  DirectoryState found = plan->images.empty() ? context.residents.directory.state() : DirectoryState{};
  std::optional<Execution> execution =
      carryOut(context, state, *plan, facts, blockResults, [&]() -> LaunchFacts& { return facts; });
  if (execution && execution->problems.empty() && plan->images.empty() && plan->combined.empty())
    bestEffort([&] { keepLaunch(context, state, facts.body, options, *plan, generation, std::move(found)); });
  return execution;
}

const CachedLaunch* findSteady(Context& context, const LoopState& state, const LoopBody& body, const Options& options) {
  const CachedLaunch* const steady = context.steady.find(state, body, options, context.residents.directory);
  return steady != nullptr && dividedAlike(context, *state.site, options, steady->plan) ? steady : nullptr;
}

std::optional<Execution> repeatResident(Context& context, LoopState& state, const LoopBody& body,
                                        const CachedLaunch& steady, void* blockResults) {
  LaunchFacts facts = untouchedFacts(body, state.arrays, state.iterations);
  // Nobody asks what the loop touches unless a chunk has to run again.
  return carryOut(context, state, steady.plan, facts, blockResults, [&]() -> LaunchFacts& {
    if (auto whole = launchFacts(body, state.arrays, state.iterations)) facts = std::move(*whole);
    facts.workspaces = steady.plan.workspaces;
    return facts;
  });
}

}  // namespace clustrix::runtime
