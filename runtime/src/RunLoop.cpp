#include "RunLoop.h"

#include <algorithm>
#include <chrono>
#include <cstring>
#include <new>

#include "ByteSize.h"
#include "CopyPlan.h"
#include "DeviceLaunch.h"
#include "Guards.h"
#include "InsideKernel.h"

namespace clustrix::runtime {
namespace {

double now() { return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count(); }

// Memory for values of a type known by size and alignment only.
class Aligned {
 public:
  Aligned(std::size_t bytes, std::size_t alignment)
      : alignment_{alignment}, data_(bytes == 0 ? nullptr : ::operator new(bytes, alignment_)) {}
  ~Aligned() {
    if (data_ != nullptr) ::operator delete(data_, alignment_);
  }
  Aligned(const Aligned&) = delete;
  Aligned& operator=(const Aligned&) = delete;
  void* get() const { return data_; }

 private:
  std::align_val_t alignment_;
  void* data_;
};

class Launch {
 public:
  Launch(Context& context, LoopState& state, const LoopBody& body, void* total)
      : context_(context),
        state_(state),
        body_(body),
        kernel_(*body.kernel),
        total_(total),
        options_(merge(state.site->options, context.options())),
        block_(kernel_.partialSize > 0 ? reduction::blockSize(state.iterations) : 1),
        resultSize_(kernel_.partialSize),
        begin_(now()) {}

  bool run() {
    Choice choice = withoutFootprint();
    if (choice.place != Place::Original && needsFacts(choice)) {
      facts_ = launchFacts(body_, state_.arrays, state_.iterations);
      refine(choice);
    }
    log(choice);
    if (choice.place == Place::Original) return finish(choice, false);
    return verifies() ? verified(choice) : finish(choice, parallel(choice));
  }

 private:
  const Settings& settings() const { return context_.settings; }
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
    work.bytes += static_cast<double>(copies_->blocks) * static_cast<double>(resultSize_);
    return work;
  }

  // Why devices are out of the question whatever the loop costs; empty when they are not.
  std::string noDevices() {
    if (options_.autoGpuParallel_ == 0) return "auto_gpu_parallel is off";
    if (options_.gpus_ == 0) return "gpus is 0";
    if (options_.complexityExceeded_ == 1) return "the function's complexity is over its threshold";
    if (!settings().force && secondsOnCpu(work(), 1) < DeviceProperties{}.launchSeconds) return "the loop is too short";
    lookAtDevices();
    return devices_.empty() ? absence_ : "";
  }
  // A copy: another thread's launch may lose a device at any time.
  void lookAtDevices() {
    const std::lock_guard<std::mutex> lock(context_.deviceMutex);
    const DeviceSet& set = context_.devices();
    for (DeviceId id : set.usable) devices_.push_back(set.backend->properties(id));
    absence_ = set.notes.empty() ? "there are no devices" : set.notes.front();
  }

  // What can be said before the loop's footprint is asked for, which may cost more than a short loop.
  Choice withoutFootprint() {
    if (state_.iterations < (options_.minIterations_ + state_.unit - 1) / state_.unit)
      return {Place::Original, 0,
              std::to_string(state_.iterations * state_.unit) + " iterations, fewer than min_iterations"};
    const std::string why = noDevices();
    if (why.empty()) return {Place::Devices, deviceLimit(), ""};
    return {cpuPlace(), 0, why};
  }
  Place cpuPlace() const {
    if (options_.parallel_ == 0) return Place::Original;
    return settings().force ? Place::Threads : onCpu(work(), threads());
  }
  int deviceLimit() const {
    const int usable = static_cast<int>(devices_.size());
    const int most = options_.gpus_ > 0 ? std::min(options_.gpus_, usable) : usable;
    return static_cast<int>(std::min<Index>(most, reduction::blockCount({0, state_.iterations}, block_)));
  }
  bool needsFacts(const Choice& choice) const {
    return choice.place == Place::Devices || state_.hasGuards() || verifies() || combines();
  }
  bool combines() const { return kernel_.copyHost != nullptr; }
  // A search is verified as a whole, by its own caller.
  bool verifies() const { return settings().verify && !state_.searching; }

  // With the footprint: guards first, since nothing may run in parallel where one fails.
  void refine(Choice& choice) {
    if (!facts_ && (state_.hasGuards() || verifies() || combines())) {
      choice = {Place::Original, 0, "what the loop touches is not known"};
      return;
    }
    const std::string failed = facts_ ? failedGuard(state_, *facts_) : "";
    if (!failed.empty()) {
      context_.log.debug("guard failed: " + failed + tag(*state_.site));
      choice = {Place::Original, 0, "guard failed: " + failed};
      return;
    }
    if (combines() && !makeCopies(choice)) return;
    if (choice.place != Place::Devices) return;
    if (!facts_) {
      choice = {cpuPlace(), 0, "what the loop touches is not known"};
    } else if (!settings().force) {
      devices_.resize(static_cast<std::size_t>(choice.devices));
      choice = choose(work(), devices_, threads());
    }
  }

  // Blocks and their results are known from here on. False: the loop runs as written.
  bool makeCopies(Choice& choice) {
    copies_ = planCopies(kernel_, *facts_, state_.operations, settings().force);
    if (!copies_) {
      choice = {Place::Original, 0, "copies of the arrays that iterations combine into would cost more than they save"};
      return false;
    }
    block_ = facts_->block = copies_->block;
    facts_->copies = copies_->layout;
    facts_->partialSize = resultSize_ = static_cast<std::size_t>(copies_->layout.stride);
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
    requireGpu(choice.why);
    const Aligned results = blockResults();
    onHost({0, state_.iterations}, results.get(), threads());
    combine(results.get());
    return true;
  }

  Aligned blockResults() const {
    const Index blocks = reduction::blockCount({0, state_.iterations}, block_);
    constexpr std::size_t cacheLine = 64;
    return Aligned(resultSize_ * static_cast<std::size_t>(blocks),
                   combines() ? std::max(cacheLine, kernel_.partialAlignment) : kernel_.partialAlignment);
  }

  bool onDevices(Choice& choice) {
    const std::lock_guard<std::mutex> lock(context_.deviceMutex);
    DeviceSet& set = context_.devices();
    choice.devices = std::min(choice.devices, static_cast<int>(set.usable.size()));
    DevicePlan plan =
        choice.devices > 0 ? planLaunch(context_, *state_.site, *facts_, options_, choice.devices) : DevicePlan{};
    if (!plan.known || plan.schedule.chunks.empty()) return withoutDevices(choice, plan);
    choice.devices = devicesUsed(plan);
    announce(choice, plan);
    state_.started = true;
    const Aligned results = blockResults();
    const ChunkPlanner planner = [this](Chunk chunk) { return scheduleChunk(*facts_, chunk); };
    const Execution execution =
        execute(*set.backend, plan.devices, *facts_, std::move(plan.schedule), planner, results.get());
    settle(plan.devices, execution);
    finishOnHost(choice, execution, results.get());
    combine(results.get());
    record_.bytesIn = execution.bytesIn;
    record_.bytesOut = execution.bytesOut;
    return true;
  }

  // No chunk is small enough, or the last device was lost before this launch began: nothing has run.
  bool withoutDevices(Choice& choice, const DevicePlan& plan) {
    choice.why = choice.devices == 0 ? "all devices are lost"
                 : plan.known        ? "one iteration needs more memory than a device has free"
                                     : "what the loop touches is not known";
    if (plan.known && choice.devices > 0)
      context_.log.warn("memory: " + choice.why + "; running on the CPU" + tag(*state_.site));
    requireGpu(choice.why);
    choice.place = cpuPlace();
    choice.devices = 0;
    if (choice.place == Place::Original) return false;
    const Aligned results = blockResults();
    onHost({0, state_.iterations}, results.get(), threads());
    combine(results.get());
    return true;
  }

  void announce(const Choice& choice, const DevicePlan& plan) {
    Backend& backend = *context_.devices().backend;
    if (settings().plan) context_.log.print(print(plan, *state_.site, backend, state_.iterations));
    if (plan.schedule.batches > 1)
      context_.log.warn("memory: a device's share does not fit its memory; it runs in " +
                        std::to_string(plan.schedule.batches) + " smaller batches" + tag(*state_.site));
    context_.log.info("Executing GPU parallelization with " + std::to_string(choice.devices) + " GPUs" +
                      tag(*state_.site));
    if (!context_.log.shows(LogLevel::Debug)) return;
    for (const Assigned& chunk : plan.schedule.chunks) context_.log.debug("schedule:\n" + print(chunk.schedule));
  }

  // Lost devices leave the set; what was measured is kept.
  void settle(const std::vector<LaunchDevice>& devices, const Execution& execution) {
    DeviceSet& set = context_.devices();
    for (const Problem& problem : execution.problems) {
      const DeviceId id = devices[static_cast<std::size_t>(problem.device)].id;
      const std::string what = problem.failure == Failure::OutOfMemory
                                   ? "memory: an allocation failed, trying smaller batches: "
                                   : "GPU parallelization attempt failed: ";
      context_.log.warn(what + problem.message + tag(*state_.site));
      if (problem.failure == Failure::DeviceLost)
        set.usable.erase(std::remove(set.usable.begin(), set.usable.end(), id), set.usable.end());
    }
    measure(devices, execution);
    if (settings().traceFile.empty()) return;
    for (const ChunkSpan& span : execution.spans)
      context_.trace.add({std::string(state_.site->function) + " [" + std::to_string(span.chunk.begin) + ", " +
                              std::to_string(span.chunk.end) + ")",
                          static_cast<int>(devices[static_cast<std::size_t>(span.device)].id), 0, span.begin, span.end,
                          0});
    for (const Activity& activity : set.backend->takeActivities())
      context_.trace.add({activity.what, static_cast<int>(activity.device), static_cast<std::size_t>(activity.stream),
                          activity.begin, activity.end, activity.bytes});
  }

  void measure(const std::vector<LaunchDevice>& devices, const Execution& execution) {
    std::vector<double>& rates = context_.rates[state_.site];
    for (std::size_t d = 0; d < devices.size(); ++d) {
      double iterations = 0, seconds = 0;
      for (const ChunkSpan& span : execution.spans)
        if (span.device == static_cast<int>(d)) {
          iterations += static_cast<double>(span.chunk.size());
          seconds += span.end - span.begin;
        }
      const std::size_t id = static_cast<std::size_t>(devices[d].id);
      if (rates.size() <= id) rates.resize(id + 1, 0.0);
      if (seconds > 0) rates[id] = iterations / seconds;
    }
  }

  void finishOnHost(Choice& choice, const Execution& execution, void* results) {
    if (execution.left.empty()) return;
    Index iterations = 0;
    for (Chunk chunk : execution.left) iterations += chunk.size();
    const std::string what = execution.problems.empty() ? "one iteration needs more memory than a device has free"
                                                        : execution.problems.back().message;
    choice.why = std::to_string(iterations) + " of " + std::to_string(state_.iterations) + " iterations: " + what;
    context_.log.warn("memory or devices fell short: " + choice.why + "; they run on the CPU" + tag(*state_.site));
    requireGpu(choice.why);
    for (Chunk chunk : execution.left) {
      const Index first = resultSize_ > 0 ? chunk.begin / block_ : 0;
      onHost(chunk, static_cast<char*>(results) + static_cast<std::size_t>(first) * resultSize_, threads());
    }
    if (execution.spans.empty()) choice = {Place::Threads, 0, choice.why};
  }

  // The kernel over the host's own arrays, in `object`.
  void buildOnHost(const Aligned& object) {
    std::vector<std::uintptr_t> elementZero;
    for (const ArrayFacts& array : state_.arrays) elementZero.push_back(reinterpret_cast<std::uintptr_t>(array.base));
    body_.callBuild(body_.build, Memory(elementZero.data()), object.get());
  }
  void onHost(Chunk chunk, void* results, int cores) {
    const Aligned object(kernel_.size, kernel_.alignment);
    buildOnHost(object);
    state_.started = true;
    const CopyLayout* const layout = copies_ ? &copies_->layout : nullptr;
    context_.cpu.run(kernel_, object.get(), chunk, block_, results, layout, cores, grain());
  }
  // Enough iterations to outweigh a task; when all is forced, little, so that tests see many pieces.
  Index grain() const {
    constexpr double taskSeconds = 5e-6;
    if (settings().force) return std::max<Index>(1, state_.iterations / 16);
    return static_cast<Index>(std::max(1.0, taskSeconds / (cpuSecondsPerOperation * std::max(1.0, state_.operations))));
  }

  void combine(void* results) {
    const Index blocks = reduction::blockCount({0, state_.iterations}, block_);
    if (combines()) {
      const Aligned object(kernel_.size, kernel_.alignment);
      buildOnHost(object);
      kernel_.combineCopies(results, blocks, copies_->layout);
      kernel_.mergeCopies(object.get(), results, copies_->layout);
    } else if (kernel_.partialSize > 0) {
      kernel_.combineTree(results, blocks);
    }
    if (kernel_.partialSize > 0) std::memcpy(total_, results, kernel_.partialSize);
  }

  bool verified(Choice& choice) {
    auto before = saveWritten(*facts_);
    const Aligned total(kernel_.partialSize, kernel_.partialAlignment);
    if (!before) {
      context_.log.warn("CLUSTRIX_VERIFY: not all of what the loop may write can be read; it is not verified" +
                        tag(*state_.site));
      return finish(choice, parallel(choice));
    }
    if (kernel_.partialSize > 0) total_ = total.get();
    const bool ran = parallel(choice);
    static_cast<void>(finish(choice, ran));
    if (!ran) return false;
    auto after = saveWritten(*facts_);
    restore(*before);
    if (after) state_.verification = Verification{std::move(*before), std::move(*after)};
    return false;  // the original loop runs, and its results are compared with those that were kept
  }

  void requireGpu(const std::string& why) {
    if (!settings().requireGpu) return;
    context_.stop("CLUSTRIX_REQUIRE=gpu, but the loop would run on the CPU: " + why +
                  "; see CLUSTRIX_LOG=debug, or CLUSTRIX_FORCE=1 for loops that seem too small" + tag(*state_.site));
  }

  bool finish(const Choice& choice, bool ran) {
    if (!ran) requireGpu(choice.why);
    if (!settings().summary) return ran;
    record_.place = ran ? choice.place : Place::Original;
    record_.devices = choice.devices;
    record_.seconds = ran ? now() - begin_ : 0;
    record_.why = choice.why;
    context_.summary.add(*state_.site, record_);
    return ran;
  }

  Context& context_;
  LoopState& state_;
  const LoopBody& body_;
  const Kernel& kernel_;
  void* total_;
  const Options options_;
  Index block_;
  std::size_t resultSize_;  // bytes of a block's result
  const double begin_;
  std::vector<DeviceProperties> devices_;  // that the loop may use
  std::string absence_;                    // why there are none
  std::optional<LaunchFacts> facts_;
  std::optional<CopyPlan> copies_;  // where iterations combine into arrays
  LaunchRecord record_;
};

}  // namespace

bool runLoop(Context& context, LoopState& state, const LoopBody& body, void* total) {
  if (insideKernel()) return false;
  if (!state.required) {
    if (context.log.shows(LogLevel::Debug)) context.log.debug("guard failed: on parameters" + tag(*state.site));
    return false;
  }
  if (state.iterations <= 0) {
    if (body.kernel->partialSize > 0) body.kernel->identity(total);
    return true;
  }
  return Launch(context, state, body, total).run();
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
