#include "execution/RunLoop.h"

#include <algorithm>
#include <cstdint>

#include "clustrix/Residency.h"
#include "coherence/ResidentRun.h"
#include "execution/AfterOriginal.h"
#include "execution/DeviceLaunch.h"
#include "execution/Fork.h"
#include "execution/Guards.h"
#include "execution/HostRun.h"
#include "execution/Interrupts.h"
#include "execution/LaunchNotes.h"
#include "execution/Settle.h"
#include "reductions/Collective.h"
#include "reductions/CopyPlan.h"
#include "support/BestEffort.h"
#include "support/Clock.h"
#include "support/FloatingPoint.h"

namespace clustrix::runtime {
namespace {

/// An x86 reads a number wherever it lies; a GPU ends the program that asks it to.
bool isAligned(const ArrayFacts& array) { return reinterpret_cast<std::uintptr_t>(array.base) % array.alignment == 0; }

class Launch {
 public:
  Launch(Context& context, LoopState& state, const LoopBody& body, void* total)
      : context_(context),
        state_(state),
        body_(body),
        kernel_(*body.kernel),
        total_(total),
        options_(merge(state.site->options, context.options())),
        host_(context, state, body),
        mayStay_(mayStayOnDevices(context, state, kernel_, options_)),
        learns_(mayLearn(context, state)),
        begin_(now()) {
    if (learns_) correction_ = context_.learned.correction(*state_.site, nullptr);
  }

  bool run() {
    if (const char* own = ownFloatingPoint()) return refuse(own);
    if (mayStay_ && !nothingOnDevices() && !isDoubted() && !mightPreferInner() && again()) return true;
    Choice choice = withoutFootprint();
    if (choice.place != Place::Original && isSafe(choice)) {
      if (prefersInner(choice)) return leaveToInner();
      refine(choice);
    }
    log(choice);
    if (choice.place == Place::Original) return finish(choice, false);
    return verifies() ? verified(choice) : finish(choice, parallel(choice));
  }

  // A guard that needs no footprint has failed. Always false.
  bool refuse(const char* guard) {
    const Choice choice{Place::Original, 0, std::string("guard failed: ") + guard};
    log(choice);
    requireGpu(context_, *state_.site, kernel_, choice.why);
    return record(choice, false);
  }

 private:
  const Settings& settings() const { return context_.settings; }
  bool isDoubted() const {
    const double home =
        static_cast<double>(context_.residents.staleBytes()) / DeviceProperties{}.transferBytesPerSecond;
    return learns_ && correction_.doubtsSteady(work(), threads(), home);
  }
  int threads() const {
    if (options_.parallel_ == 0) return 1;
    const int available = context_.cpu.available();
    return options_.cores_ > 0 ? std::min(options_.cores_, available) : available;
  }
  Work work() const {
    Work work;
    work.operations = static_cast<double>(state_.iterations) * state_.operations;
    if (facts_)
      for (const TouchedBytes& touched : facts_->whole)
        if (touched.access != Access::Combines) work.bytes += static_cast<double>(totalSize(touched.rows));
    if (!copies_) return work;
    work.lanes = static_cast<double>(copies_->blocks);
    work.extra = copies_->extraWork;
    work.bytes += static_cast<double>(copies_->blocks) * static_cast<double>(host_.resultSize());
    return work;
  }

  // Why devices are out of the question whatever the loop costs; empty when they are not.
  std::string noDevices() {
    if (kernel_.whyHostAlone != nullptr) return kernel_.whyHostAlone;
    if (options_.autoGpuParallel_ == 0) return "auto_gpu_parallel is off";
    if (options_.gpus_ == 0) return "gpus is 0";
    // On every kind of device alike: what runs on virtual ones is what runs on GPUs.
    for (const ArrayFacts& array : state_.arrays)
      if (!isAligned(array)) return std::string("'") + array.name + "' is not aligned to its elements";
    if (options_.complexityExceeded_ == 1) return "the function's complexity is over its threshold";
    // What a short loop touches may be on the devices: bringing it home takes longer than the loop.
    const bool settled = mayStay_ && !nothingOnDevices();
    if (!settings().force && !settled && secondsOnCpu(work(), 1, &correction_) < DeviceProperties{}.launchSeconds)
      return "the loop is too short";
    lookAtDevices();
    return devices_.empty() ? absence_ : "";
  }
  // A copy: another thread's launch may lose a device at any time.
  void lookAtDevices() {
    if (!devices_.empty()) return;
    const std::lock_guard<std::mutex> lock(context_.deviceMutex);
    const DeviceSet& set = context_.devices();
    if (learns_ && set.backend) correction_ = context_.learned.correction(*state_.site, set.backend.get());
    absence_ = set.notes.empty() ? "there are no devices" : set.notes.front();
    if (!set.usable.empty())
      if (std::string obstacle = set.backend->obstacle(kernel_); !obstacle.empty()) {
        absence_ = std::move(obstacle);
        return;
      }
    for (DeviceId id : set.usable) devices_.push_back(set.backend->properties(id));
  }

  // What can be said before the loop's footprint is asked for, which may cost more than a short loop.
  Choice withoutFootprint() {
    const Index whole = state_.whole < 0 ? state_.iterations : state_.whole;
    if (whole < options_.minIterations_)
      return {Place::Original, 0, std::to_string(whole) + " iterations, fewer than min_iterations"};
    const std::string why = noDevices();
    if (!why.empty()) return {cpuPlace(), 0, why};
    if (isForcedForNothing()) return {cpuPlace(), 0, "fewer iterations than devices"};
    return {Place::Devices, deviceLimit(), ""};
  }
  // Loops are forced in order to be seen on devices, and programs call some with a few iterations millions of times. On
  // the host they leave the same bits.
  bool isForcedForNothing() {
    if (!settings().force || state_.whole >= 0 || nest().hasChoice() || (mayStay_ && !nothingOnDevices())) return false;
    return state_.iterations < mostDevices() && context_.forcedOften(*state_.site);
  }
  Place cpuPlace() const {
    if (options_.parallel_ == 0) return Place::Original;
    return settings().force ? Place::Threads : onCpu(work(), threads(), &correction_);
  }
  int deviceLimit() const {
    return static_cast<int>(
        std::min<Index>(mostDevices(), reduction::blockCount({0, state_.iterations}, host_.block())));
  }
  bool needsFacts(const Choice& choice) const {
    return choice.place == Place::Devices || state_.hasGuards() || verifies() || combines();
  }
  bool combines() const { return kernel_.copyHost != nullptr; }
  // Of all that the loop touches, where it is.
  bool knowsAll() const { return facts_ && facts_->unknown.empty(); }
  bool knowsCombined() const {
    return facts_ && std::none_of(facts_->unknown.begin(), facts_->unknown.end(),
                                  [](const UnknownTouch& touch) { return touch.access == Access::Combines; });
  }
  // A search is verified as a whole, by its own caller.
  bool verifies() const { return settings().verify && !state_.searching; }

  // Nothing may run in parallel where a guard fails. False: the loop runs as written.
  bool isSafe(Choice& choice) {
    if (!needsFacts(choice)) return true;
    const double asked = now();
    facts_ = launchFacts(body_, state_.arrays, state_.iterations);
    if ((!facts_ && (state_.hasGuards() || verifies())) || (combines() && !knowsCombined())) {
      choice = {Place::Original, 0, "what the loop touches is not known"};
      return false;
    }
    const std::string failed = facts_ ? failedGuard(context_, state_, *facts_) : "";
    if (!failed.empty()) {
      context_.log.debug("guard failed: " + failed + tag(*state_.site));
      if (learns_) context_.refusals.failed(*state_.site, now() - asked, secondsOnCpu(work(), 1, &correction_));
      choice = {Place::Original, 0, "guard failed: " + failed};
      return false;
    }
    if (learns_ && state_.hasGuards()) context_.refusals.held(*state_.site);
    return !combines() || makeCopies(choice);
  }

  // With the footprint, where devices are not out of the question.
  void refine(Choice& choice) {
    if (choice.place != Place::Devices) return;
    if (!knowsAll()) {
      choice = {cpuPlace(), 0, "what the loop touches is not known"};
    } else if (!settings().force) {
      devices_.resize(static_cast<std::size_t>(choice.devices));
      choice =
          mayStay_ ? chooseForStay() : chooseLearned(estimated_ = work(), devices_, threads(), nullptr, correction_);
    }
  }

  Nest nest() const { return {state_.iterations, state_.inner, kernel_.threadsInside}; }
  int mostDevices() const {
    const int usable = static_cast<int>(devices_.size());
    return options_.gpus_ > 0 ? std::min(options_.gpus_, usable) : usable;
  }

  // Of a launch that stays on the devices, and has nothing to move: asked before it is repeated.
  bool mightPreferInner() {
    if (!nest().hasChoice()) return false;
    lookAtDevices();
    return prefersInner({Place::Devices, mostDevices(), ""});
  }

  // Whether the loop inside is to be launched in place of this one. All guards hold, or are still to be looked at.
  bool prefersInner(const Choice& choice) {
    if (!nest().hasChoice()) return false;
    const int devices = choice.place == Place::Devices ? mostDevices() : 0;
    if (settings().force) return state_.iterations < (devices > 0 ? devices : threads());
    Work now = work();
    if (mayStay_ && facts_) {
      const std::lock_guard<std::mutex> lock(context_.deviceMutex);
      context_.residents.estimate(*facts_, now);
    }
    Work settled = now;
    settled.bytes = 0;
    state_.nest = nestSeconds(now, nest(), devices_, devices, threads());
    const NestSeconds later = nestSeconds(settled, nest(), devices_, devices, threads());
    return innerIsQuicker(state_.nest, mayStay_ ? &later : nullptr, context_.learned.nest(*state_.site));
  }

  // In place of the loop, its text runs with launches of the loop inside.
  bool leaveToInner() {
    state_.choseInner = true;
    if (learns_) state_.leftAt = begin_;
    tellInner(context_, state_);
    return false;
  }

  Choice chooseForStay() {
    const std::lock_guard<std::mutex> lock(context_.deviceMutex);
    estimated_ = work();
    context_.residents.estimate(*facts_, estimated_);
    const Standing standing = context_.residents.standing(*state_.site, state_.residency);
    const Choice choice = chooseLearned(estimated_, devices_, threads(), &standing, correction_);
    context_.residents.remember(*state_.site, state_.residency, choice);
    return choice;
  }

  // Blocks and their results are known from here on. False: the loop runs as written.
  bool makeCopies(Choice& choice) {
    copies_ = planCopies(kernel_, *facts_, state_.operations, settings().force);
    if (!copies_) {
      choice = {Place::Original, 0, "copies of the arrays that iterations combine into would cost more than they save",
                0};
      return false;
    }
    host_.useCopies(copies_->layout, copies_->block);
    facts_->block = host_.block();
    facts_->copies = copies_->layout;
    facts_->partialSize = host_.resultSize();
    if (choice.place == Place::Devices)
      choice.devices = deviceLimit();
    else
      choice.place = cpuPlace();
    return choice.place != Place::Original;
  }

  void log(const Choice& choice) {
    if (choice.place != Place::Devices && context_.log.shows(LogLevel::Info))
      context_.log.info("GPU parallelization not beneficial: " + choice.why + tag(*state_.site));
  }

  // True when all iterations ran; may end on the CPU where the devices could not do it.
  bool parallel(Choice& choice) {
    if (choice.place == Place::Devices) return onDevices(choice);
    requireGpu(context_, *state_.site, kernel_, choice.why);
    makeHostCurrent();
    onHost();
    return true;
  }

  void onHost() {
    const AlignedMemory results = host_.blockResults();
    host_.prepare();
    host_.run({0, state_.iterations}, results.get(), threads());
    host_.combine(results.get(), total_);
  }

  // For the CPU: what the loop touches, or everything where that is not known.
  void makeHostCurrent() {
    if (nothingOnDevices()) return;
    if (!facts_) facts_ = launchFacts(body_, state_.arrays, state_.iterations);
    const std::lock_guard<std::mutex> lock(context_.deviceMutex);
    if (!knowsAll()) return context_.residents.bringAllHome();
    for (const TouchedBytes& touched : facts_->whole) {
      if (touched.access == Access::Reads || touched.access == Access::MayRead)
        context_.residents.bringHome(IntervalSet(touched.rows));
      else
        context_.residents.beforeHostWrites(IntervalSet(touched.rows));
    }
  }

  bool onDevices(Choice& choice) {
    const std::lock_guard<std::mutex> lock(context_.deviceMutex);
    const UnderWay underWay(*state_.site);
    if (mayStay_ && resident(choice)) return true;
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
    host_.prepare();
    Execution execution =
        execute(*set.backend, plan.devices, *facts_, std::move(plan.schedule), planner, results.get());
    // From here on nothing that a result depends on wants memory.
    state_.started = true;
    if (!execution.waiting.empty()) tell(meet(*set.backend, *facts_, execution, results.get()));
    settle(context_, *state_.site, plan.devices, execution);
    finishOnHost(choice, execution, results.get());
    combine(results.get(), execution);
    return true;
  }

  void tell(const std::vector<std::string>& warnings) {
    bestEffort([&] {
      for (const std::string& line : warnings) context_.log.warn(line + tag(*state_.site));
    });
  }

  void combine(void* results, Execution& execution) {
    host_.combine(results, total_, std::move(execution.nodes));
    record_.bytesIn = execution.bytesIn;
    record_.bytesOut = execution.bytesOut;
    record_.bytesBetween = execution.bytesBetween;
  }

  // False: nothing has run.
  bool resident(Choice& choice) {
    const AlignedMemory results = host_.blockResults();
    host_.prepare();
    return finishResident(choice, runResident(context_, state_, *facts_, options_, choice.devices, results.get()),
                          results.get());
  }

  // As it was launched before, where nothing has changed since. False: nothing has run.
  bool again() {
    const std::lock_guard<std::mutex> lock(context_.deviceMutex);
    const CachedLaunch* const steady = findSteady(context_, state_, body_, options_);
    if (steady == nullptr) return false;
    const UnderWay underWay(*state_.site);
    const AlignedMemory results = host_.blockResults();
    host_.prepare();
    Choice choice{Place::Devices, 0, ""};
    if (!finishResident(choice, repeatResident(context_, state_, body_, *steady, results.get()), results.get()))
      return false;
    repeated_ = true;
    return finish(choice, true);
  }

  bool finishResident(Choice& choice, std::optional<Execution> execution, void* results) {
    if (!execution) return false;
    choice.devices = static_cast<int>(execution->spans.size());
    finishOnHost(choice, *execution, results);
    combine(results, *execution);
    return true;
  }

  // No chunk is small enough, or the last device was lost before this launch began: nothing has run.
  bool withoutDevices(Choice& choice, const DevicePlan& plan) {
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

  void finishOnHost(Choice& choice, const Execution& execution, void* results) {
    clean_ = execution.problems.empty() && execution.left.empty();
    if (execution.left.empty()) return;
    bestEffort([&] { choice.why = tellWhatIsLeft(context_, state_, execution); });
    requireGpu(context_, *state_.site, kernel_, choice.why);
    for (Chunk chunk : execution.left) host_.run(chunk, results, threads());
    if (!execution.spans.empty()) return;
    choice.place = Place::Threads;
    choice.devices = 0;
  }

  bool verified(Choice& choice) {
    bringAllHome();
    auto before = saveWritten(*facts_);
    const AlignedMemory total(kernel_.partialSize, kernel_.partialAlignment);
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
    if (after) state_.verification = Verification{std::move(*before), std::move(*after)};
    return false;  // the original loop runs, and its results are compared with those that were kept
  }

  void learn(const Choice& choice, bool ran) {
    if (choice.place != Place::Devices) estimated_ = work();
    if (!ran) {
      state_.left = estimated_;
      state_.leftAt = now();
    } else if (clean_) {
      const double seconds = now() - begin_;
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

  bool finish(const Choice& choice, bool ran) {
    if (!ran) requireGpu(context_, *state_.site, kernel_, choice.why);
    if (learns_) bestEffort([&] { learn(choice, ran); });
    return record(choice, ran);
  }

  bool record(const Choice& choice, bool ran) {
    if (!settings().summary) return ran;
    record_.place = ran ? choice.place : Place::Original;
    record_.devices = choice.devices;
    record_.seconds = ran ? now() - begin_ : 0;
    for (const auto& inspection : state_.inspections) inspection->addTo(record_.inspected, record_.inspecting);
    bestEffort([&] {
      record_.why = choice.why;
      context_.summary.add(*state_.site, record_);
    });
    return ran;
  }

  Context& context_;
  LoopState& state_;
  const LoopBody& body_;
  const Kernel& kernel_;
  void* total_;
  const Options options_;
  HostRun host_;
  const bool mayStay_;  // the loop's arrays may stay on devices
  const bool learns_;   // how long it takes corrects the next estimate
  const double begin_;
  std::vector<DeviceProperties> devices_;  // that the loop may use
  std::string absence_;                    // why there are none
  std::optional<LaunchFacts> facts_;
  std::optional<CopyPlan> copies_;  // where iterations combine into arrays
  LaunchRecord record_;
  CostCorrection correction_;  // as it was when the launch began
  Work estimated_;             // that the choice rests on
  bool repeated_ = false;      // as it was launched before
  bool clean_ = true;          // nothing failed that would make it slower than it is
};

bool runOrNot(Context& context, LoopState& state, const LoopBody& body, void* total) {
  // A loop that is refused again and again pays for nothing that nobody asks for.
  const bool wanted = context.log.shows(LogLevel::Info) || context.settings.summary || context.settings.requireGpu;
  if (!state.required) return wanted && Launch(context, state, body, total).refuse("on parameters");
  if (state.hasGuards() && mayLearn(context, state) && context.refusals.skips(*state.site))
    return wanted && Launch(context, state, body, total).refuse("again and again, so that it is asked less often");
  if (state.iterations <= 0) {
    if (body.kernel->partialSize > 0) body.kernel->identity(total);
    return true;
  }
  return Launch(context, state, body, total).run();
}

}  // namespace

bool runLoop(Context& context, LoopState& state, const LoopBody& body, void* total) {
  if (launchesNothing()) return false;
  // A loop of a function without residency finds the host as it would be without any.
  if (state.residency == 0 && !nothingOnDevices()) bringAllHome();
  const bool ran = runOrNot(context, state, body, total);
  // The inner loop's launches go on with what is on the devices.
  if (!ran && !state.choseInner && !nothingOnDevices()) bringAllHome();
  return ran;
}

}  // namespace clustrix::runtime
