#include "execution/LoopLaunch.h"

#include <algorithm>
#include <cstring>
#include <utility>

#include "clustrix/Residency.h"
#include "coherence/ResidentRun.h"
#include "execution/AfterOriginal.h"
#include "execution/Interrupts.h"
#include "execution/LaunchNotes.h"
#include "execution/Settle.h"
#include "reductions/Collective.h"
#include "support/BestEffort.h"
#include "support/Clock.h"
#include "support/FloatingPoint.h"

namespace clustrix::runtime {

LoopLaunch::LoopLaunch(Context& context, LoopState& state, const LoopBody& body, void* total)
    : context_(context),
      state_(state),
      body_(withFlag(body)),
      kernel_(*body.kernel),
      total_(total),
      options_(merge(state.site->options, context.options())),
      host_(context, state, body_),
      mayStay_(mayStayOnDevices(context, state, options_)),
      learns_(mayLearn(context, state)),
      begin_(now()) {
  if (learns_) correction_ = context_.learned.correction(*state_.site, nullptr);
}

bool LoopLaunch::run() {
  if (const char* own = ownFloatingPoint()) return refuse({own, {}});
  if (mayStay_ && !combines() && !nothingOnDevices() && !isDoubted() && !mightPreferInner() && again()) return true;
  if (rolledBack()) return leaveToText();
  Choice choice = withoutFootprint();
  if (choice.place != Place::Original && isSafe(choice)) {
    if (prefersInner(choice)) return leaveToInner();
    refine(choice);
  }
  log(choice);
  if (choice.place == Place::Original) return finish(choice, false);
  if (verifies()) return verified(choice);
  return state_.rollsBack ? undoable(choice) : finish(choice, parallel(choice));
}

bool LoopLaunch::refuse(const FailedGuard& guard) {
  const Choice choice = refused(guard);
  log(choice);
  requireGpu(context_, *state_.site, kernel_, choice.why);
  return record(choice, false);
}

void LoopLaunch::log(const Choice& choice) {
  if (choice.place != Place::Devices) tellWhyNot(context_, *state_.site, choice.why, failed_);
}

bool LoopLaunch::parallel(Choice& choice) {
  if (choice.place == Place::Devices)
    return state_.tasks ? tasksOnDevices(choice, options_.maxGpuParallelJobs_) : onDevices(choice);
  requireGpu(context_, *state_.site, kernel_, choice.why);
  makeHostCurrent();
  onHost();
  return true;
}

void LoopLaunch::prepareHost(const Workspaces& workspaces) { host_.prepare(workspaces, threads()); }

// All cores are the loop's: a library has those that are left over where there are fewer iterations than cores.
TaskThreads LoopLaunch::taskThreads() const {
  TaskThreads tasks;
  const Index cores = context_.cpu.available();
  tasks.libraryThreads = static_cast<int>(std::max<Index>(1, cores / std::max<Index>(1, state_.iterations)));
  return tasks;
}

// Host threads, so many for each device, whose libraries take that device.
bool LoopLaunch::tasksOnDevices(Choice& choice, int jobs) {
  makeHostCurrent();
  TaskThreads tasks = taskThreads();
  {
    const std::lock_guard<std::mutex> lock(context_.deviceMutex);
    const DeviceSet& set = context_.devices();
    choice.devices = std::min(choice.devices, static_cast<int>(set.usable.size()));
    tasks.backend = set.backend.get();
    tasks.devices.assign(set.usable.begin(), set.usable.begin() + choice.devices);
  }
  if (state_.drives && !tasks.backend->finishCurrent()) return false;
  tasks.failed = state_.drives ? &asked_ : nullptr;
  announceTasks(context_, state_, choice);
  runOnHost(choice.devices * std::max(1, jobs), &tasks);
  for (const DeviceId device : tasks.devices) {
    const std::unique_ptr<CurrentDevice> current = state_.drives ? tasks.backend->makeCurrent(device) : nullptr;
    if (current && !current->finish()) asked_ = 1;
  }
  return true;
}

void LoopLaunch::onHost() {
  const TaskThreads tasks = taskThreads();
  runOnHost(threads(), state_.libraries ? &tasks : nullptr);
}

void LoopLaunch::runOnHost(int workers, const TaskThreads* tasks) {
  const AlignedMemory results = host_.blockResults();
  host_.prepare(facts_ ? facts_->workspaces : Workspaces{}, workers);
  host_.run({0, state_.iterations}, results.get(), workers, tasks);
  host_.combine(results.get(), total_);
}

void LoopLaunch::makeHostCurrent() {
  if (nothingOnDevices()) return;
  if (!facts_) facts_ = launchFacts(body_, state_.arrays, state_.iterations);
  const std::lock_guard<std::mutex> lock(context_.deviceMutex);
  if (!knowsAll()) return context_.residents.bringAllHome();
  for (const TouchedBytes& touched : facts_->whole) {
    if (isRead(touched.access))
      context_.residents.bringHome(IntervalSet(touched.rows));
    else
      context_.residents.beforeHostWrites(IntervalSet(touched.rows));
  }
}

bool LoopLaunch::onDevices(Choice& choice) {
  const std::lock_guard<std::mutex> lock(context_.deviceMutex);
  const UnderWay underWay(*state_.site);
  if (mayStay_ && !state_.rollsBack && resident(choice)) return true;
  context_.residents.bringAllHome();
  DeviceSet& set = context_.devices();
  choice.devices = std::min(choice.devices, static_cast<int>(set.usable.size()));
  DevicePlan plan =
      choice.devices > 0 ? planLaunch(context_, *state_.site, *facts_, options_, choice.devices) : DevicePlan{};
  if (plan.devices.empty()) choice.devices = 0;
  if (!plan.known || plan.schedule.chunks.empty()) return withoutDevices(choice, plan);
  choice.devices = devicesUsed(plan);
  announce(context_, state_, choice, plan);
  const AlignedMemory results = host_.blockResults();
  const ChunkPlanner planner = [this](Chunk chunk) { return scheduleChunk(*facts_, chunk); };
  prepareHost(facts_->workspaces);
  Execution execution = execute(*set.backend, plan.devices, *facts_, std::move(plan.schedule), planner, results.get());
  // From here on nothing that a result depends on wants memory.
  state_.started = true;
  meet(*set.backend, *facts_, execution, results.get());
  settle(context_, *state_.site, plan.devices, execution);
  finishOnHost(choice, execution, results.get());
  combine(results.get(), execution);
  return true;
}

void LoopLaunch::combine(void* results, Execution& execution) {
  host_.combine(results, total_, std::move(execution.nodes));
  record_.bytesIn = execution.bytesIn;
  record_.bytesOut = execution.bytesOut;
  record_.bytesBetween = execution.bytesBetween;
}

bool LoopLaunch::resident(Choice& choice) {
  const AlignedMemory results = host_.blockResults();
  prepareHost(facts_->workspaces);
  return finishResident(choice, runResident(context_, state_, *facts_, options_, choice.devices, results.get()),
                        results.get());
}

bool LoopLaunch::again() {
  const std::lock_guard<std::mutex> lock(context_.deviceMutex);
  const CachedLaunch* const steady = findSteady(context_, state_, body_, options_);
  if (steady == nullptr) return false;
  const UnderWay underWay(*state_.site);
  const AlignedMemory results = host_.blockResults();
  prepareHost(steady->plan.workspaces);
  Choice choice{Place::Devices, 0, ""};
  if (!finishResident(choice, repeatResident(context_, state_, body_, *steady, results.get()), results.get()))
    return false;
  repeated_ = true;
  return stayed(choice);
}

bool LoopLaunch::finishResident(Choice& choice, std::optional<Execution> execution, void* results) {
  if (!execution) return false;
  choice.devices = static_cast<int>(execution->spans.size());
  finishOnHost(choice, *execution, results);
  combine(results, *execution);
  return true;
}

bool LoopLaunch::withoutDevices(Choice& choice, const DevicePlan& plan) {
  choice.why = choice.devices == 0 ? "all devices are lost"
               : plan.known        ? "one iteration needs more memory than a device has free"
                                   : "what the loop touches is not known";
  if (plan.known && choice.devices > 0)
    context_.log.warn("memory: " + choice.why + "; running on the CPU" + tag(*state_.site));
  requireGpu(context_, *state_.site, kernel_, choice.why);
  choice.place = cpuPlace();
  choice.devices = 0;
  if (choice.place == Place::Original) return false;
  onHost();
  return true;
}

void LoopLaunch::finishOnHost(Choice& choice, const Execution& execution, void* results) {
  clean_ = execution.problems.empty() && execution.left.empty();
  if (execution.left.empty()) return;
  bestEffort([&] { choice.why = tellWhatIsLeft(context_, state_, execution); });
  requireGpu(context_, *state_.site, kernel_, choice.why);
  for (Chunk chunk : execution.left) host_.run(chunk, results, threads());
  if (!execution.spans.empty()) return;
  choice.place = Place::Threads;
  choice.devices = 0;
}

bool LoopLaunch::verified(Choice& choice) {
  bringAllHome();
  auto before = saveWritten(*facts_);
  const AlignedMemory total(kernel_.partialSize, kernel_.partialAlignment);
  if (state_.rollsBack && (!before || !isThere(*facts_))) return cannotUndo(choice);
  if (!before) {
    context_.log.warn(
        "CLUSTRIX_VERIFY: not all of what the loop may write is known and can be read; it is not verified" +
        tag(*state_.site));
    return finish(choice, parallel(choice));
  }
  if (kernel_.partialSize > 0) total_ = total.get();
  const bool ran = parallel(choice);
  static_cast<void>(finish(choice, ran));
  if (!ran) return false;
  std::optional<std::vector<SavedRows>> after;
  bestEffort([&] { after = saveWritten(*facts_); });
  restore(*before);
  if (after && !rolledBack()) state_.verification = Verification{std::move(*before), std::move(*after)};
  return false;  // the original loop runs, and its results are compared with those that were kept
}

LoopBody LoopLaunch::withFlag(const LoopBody& body) {
  LoopBody result = body;
  if (state_.rollsBack) result.rollBack = &asked_;
  return result;
}

bool LoopLaunch::undoable(Choice& choice) {
  if (mayStay_ && choice.place == Place::Devices && isThere(*facts_)) {
    const std::lock_guard<std::mutex> lock(context_.deviceMutex);
    const UnderWay underWay(*state_.site);
    if (resident(choice)) return stayed(choice);
  }
  if (rolledBack()) return leaveToText();
  bringAllHome();
  const std::optional<Undo> before = Undo::of(*facts_, context_.cpu);
  if (!before) return cannotUndo(choice);
  const AlignedMemory total(kernel_.partialSize, kernel_.partialAlignment);
  void* const wanted = std::exchange(total_, total.get());
  bool ran = parallel(choice);
  if (rolledBack()) ran = oneByOne(choice, *before);
  if (rolledBack()) {
    before->undo();
    return leaveToText();
  }
  if (ran && kernel_.partialSize > 0) std::memcpy(wanted, total.get(), kernel_.partialSize);
  return ran ? stayed(choice) : finish(choice, false);
}

// Their libraries may have wanted more memory of the device than there was for all at a time.
bool LoopLaunch::oneByOne(Choice& choice, const Undo& before) {
  const bool shared = state_.tasks && choice.place == Place::Devices && options_.maxGpuParallelJobs_ > 1;
  if (!shared) return false;
  before.undo();
  asked_ = 0;
  bestEffort([&] {
    context_.log.warn("a task has failed where " + std::to_string(options_.maxGpuParallelJobs_) +
                      " at a time shared a device; they run again, one at a time" + tag(*state_.site));
  });
  return tasksOnDevices(choice, 1);
}

bool LoopLaunch::cannotUndo(Choice& choice) {
  choice = {Place::Original, 0, "an iteration may leave it, and what it writes cannot be undone"};
  log(choice);
  return finish(choice, false);
}

bool LoopLaunch::stayed(const Choice& choice) {
  if (learns_ && state_.rollsBack) context_.refusals.held(*state_.site);
  return finish(choice, true);
}

bool LoopLaunch::leaveToText() {
  const Choice choice{Place::Original, 0, "an iteration leaves it"};
  log(choice);
  if (learns_) context_.refusals.failed(*state_.site, now() - begin_, secondsOnCpu(work(), 1, &correction_));
  return record(choice, false);
}

// What was looked at would have to be looked at wherever the loop runs, and may not have to be the next time.
double LoopLaunch::secondsOfLooks() const {
  Index looked = 0;
  double seconds = 0;
  for (const auto& elements : state_.touched) elements->addTo(looked, seconds);
  return seconds;
}

void LoopLaunch::learn(const Choice& choice, bool ran) {
  if (choice.place != Place::Devices) estimated_ = work();
  if (!ran) {
    state_.left = estimated_;
    state_.leftAt = now();
  } else if (clean_) {
    const double seconds = now() - begin_ - secondsOfLooks();
    if (state_.nest.known())
      context_.learned.correctNest(*state_.site,
                                   [&](NestCorrection& nest) { nest.ranOuter(state_.nest.outer.best(), seconds); });
    context_.learned.correct(*state_.site, [&](CostCorrection& correction) {
      if (choice.place != Place::Devices)
        correction.ranOnCpu(choice.place, estimated_, threads(), seconds);
      else if (repeated_)
        correction.ranAgain(work(), seconds);
      else
        correction.ranOnDevices(estimated_, partsOnDevices(estimated_, devices_, choice.devices), seconds);
    });
  }
  if (choice.trial) context_.learned.correct(*state_.site, [](CostCorrection& correction) { correction.tried(); });
}

bool LoopLaunch::finish(const Choice& choice, bool ran) {
  if (!ran) requireGpu(context_, *state_.site, kernel_, choice.why);
  if (learns_) bestEffort([&] { learn(choice, ran); });
  return record(choice, ran);
}

bool LoopLaunch::record(const Choice& choice, bool ran) {
  if (!settings().summary) return ran;
  record_.place = ran ? choice.place : Place::Original;
  record_.devices = choice.devices;
  record_.seconds = ran ? now() - begin_ : 0;
  for (const auto& inspection : state_.inspections) inspection->addTo(record_.inspected, record_.inspecting);
  for (const auto& elements : state_.touched) elements->addTo(record_.inspected, record_.inspecting);
  bestEffort([&] {
    record_.why = choice.why;
    record_.values = failed_.values;
    context_.summary.add(*state_.site, record_);
  });
  return ran;
}

}  // namespace clustrix::runtime
