#include "execution/Executor.h"

#include <algorithm>
#include <deque>
#include <memory>
#include <utility>

#include "execution/ChunkJob.h"
#include "support/BackOff.h"
#include "support/BestEffort.h"
#include "support/Clock.h"

namespace clustrix::runtime {
namespace {

struct Running {
  std::unique_ptr<ChunkJob> job;
  double begin = 0;
};

// Room for so many more, so that adding them cannot fail.
template <class T>
void makeRoom(std::vector<T>& list, std::size_t more) {
  if (list.capacity() - list.size() < more) list.reserve(std::max(2 * list.capacity(), list.size() + more));
}

const CombineStep* combineStepOf(const ChunkSchedule& schedule) {
  for (const Step& step : schedule.steps)
    if (const auto* const combined = std::get_if<CombineStep>(&step)) return combined;
  return nullptr;
}

struct DeviceState {
  LaunchDevice device;
  std::deque<ChunkSchedule> queue;
  std::deque<Running> running;  // oldest first
  InFlight inFlight;            // the same
  bool usable = true;
  bool hasFailed = false;  // once, and worked on
};

class Run {
 public:
  Run(Backend& backend, const std::vector<LaunchDevice>& devices, const LaunchFacts& facts, LaunchSchedule schedule,
      const ChunkPlanner& planner, void* blockResults, Execution before)
      : backend_(backend),
        facts_(facts),
        planner_(planner),
        blockResults_(blockResults),
        devices_(devices.size()),
        execution_(std::move(before)) {
    for (std::size_t d = 0; d < devices.size(); ++d) {
      devices_[d].device = devices[d];
      order_.push_back(d);
    }
    // What is far away takes longest to begin, and a kernel that runs here already would have the core that begins it.
    std::stable_partition(order_.begin(), order_.end(),
                          [&](std::size_t d) { return backend.properties(devices[d].id).isFar; });
    given_ = schedule.onHost;
    for (const Assigned& assigned : schedule.chunks) given_.push_back(assigned.schedule.chunk);
    makeRoom(execution_.left, given_.size() + 1);
    for (Chunk chunk : schedule.onHost) execution_.left.push_back(chunk);
    for (Assigned& assigned : schedule.chunks) {
      std::deque<ChunkSchedule>& queue =
          assigned.device == anyDevice ? shared_ : devices_[static_cast<std::size_t>(assigned.device)].queue;
      queue.push_back(std::move(assigned.schedule));
    }
  }

  Execution all() noexcept {
    try {
      while (fill() || inFlight_ > 0) finishOne();
      handBack(shared_);
      for (DeviceState& state : devices_) handBack(state.queue);
    } catch (const std::exception&) {
      abandon();
    }
    return std::move(execution_);
  }

 private:
  // The host has no memory left: what is under way is waited for and forgotten, and all but what has ended is left.
  // Wants no memory.
  void abandon() noexcept {
    for (DeviceState& state : devices_) state.running.clear();
    inFlight_ = 0;
    const auto byBegin = [](Chunk a, Chunk b) { return a.begin < b.begin; };
    std::sort(given_.begin(), given_.end(), byBegin);
    std::sort(done_.begin(), done_.end(), byBegin);
    execution_.left.clear();
    auto done = done_.begin();
    for (Chunk chunk : given_) {
      // Chunks that were split have ended in part.
      for (; done != done_.end() && done->begin < chunk.end; chunk.begin = (done++)->end)
        if (chunk.begin < done->begin) execution_.left.push_back({chunk.begin, done->begin});
      if (chunk.begin < chunk.end) execution_.left.push_back(chunk);
    }
    bestEffort([this] { execution_.problems.push_back({0, Failure::Failed, noHostMemory}); });
  }

  // So that what has ended can be told whatever happens.
  void makeRoomFor(const ChunkSchedule& schedule) {
    const std::size_t more = inFlight_ + 1;
    makeRoom(done_, more);
    // Between and around what has ended, and all that waits.
    makeRoom(execution_.left, given_.size() + 2 * (done_.size() + more) + execution_.waiting.size() + 1);
    makeRoom(execution_.spans, more);
    makeRoom(execution_.waiting, more);
    makeRoom(execution_.nodes, nodesInFlight_ + nodesOf(schedule));
  }

  static std::size_t nodesOf(const ChunkSchedule& schedule) {
    const CombineStep* const step = combineStepOf(schedule);
    return step != nullptr ? step->nodes.size() : 0;
  }

  // Starts what can start. True when something is in flight.
  bool fill() {
    // One chunk a device in turn, so that the first device does not keep the others waiting.
    bool started = queued_;
    while (started) {
      started = false;
      for (std::size_t d : order_)
        if (devices_[d].usable) started = startNext(d) || started;
    }
    queued_ =
        queued_ && (!shared_.empty() || std::any_of(devices_.begin(), devices_.end(),
                                                    [](const DeviceState& state) { return !state.queue.empty(); }));
    return inFlight_ > 0;
  }

  bool startNext(std::size_t d) {
    DeviceState& state = devices_[d];
    std::deque<ChunkSchedule>& queue = state.queue.empty() ? shared_ : state.queue;
    if (queue.empty() || !state.inFlight.admits(state.device, queue.front())) return false;
    makeRoomFor(queue.front());
    ChunkSchedule schedule = std::move(queue.front());
    queue.pop_front();
    Running running{nullptr, now()};
    running.job = std::make_unique<ChunkJob>(backend_, state.device.id, facts_, std::move(schedule), blockResults_);
    const Status status = running.job->start();
    if (status.ok()) {
      state.inFlight.add(running.job->schedule());
      nodesInFlight_ += nodesOf(running.job->schedule());
      state.running.push_back(std::move(running));
      ++inFlight_;
      return true;
    }
    schedule = running.job->takeSchedule();
    running.job.reset();  // gives back its memory before anything else is tried
    return failedToStart(d, std::move(schedule), status);
  }

  // True when another start may be tried at once.
  bool failedToStart(std::size_t d, ChunkSchedule schedule, const Status& status) {
    DeviceState& state = devices_[d];
    queued_ = true;
    if (status.failure != Failure::OutOfMemory) {
      failed(d, std::move(schedule), status);
      return true;
    }
    if (!state.running.empty()) {
      state.queue.push_front(std::move(schedule));  // until a chunk in flight has given back its memory
      return false;
    }
    execution_.problems.push_back({static_cast<int>(d), status.failure, status.message});
    halve(state, schedule.chunk);
    return true;
  }

  void halve(DeviceState& state, Chunk chunk) {
    const std::vector<Chunk> parts = split(chunk, facts_.block, 2);
    if (parts.size() == 1) {
      execution_.left.push_back(chunk);
      return;
    }
    ++execution_.halved;
    for (auto part = parts.rbegin(); part != parts.rend(); ++part) {
      if (auto schedule = planner_(*part))
        state.queue.push_front(std::move(*schedule));
      else
        execution_.left.push_back(*part);
    }
  }

  // What failed while the device works on may have passed. Nothing that the chunk reads has changed.
  void failed(std::size_t d, ChunkSchedule schedule, const Status& status) {
    DeviceState& state = devices_[d];
    queued_ = true;
    if (status.failure == Failure::Failed && state.usable && !std::exchange(state.hasFailed, true)) {
      execution_.problems.push_back({static_cast<int>(d), status.failure, status.message});
      state.queue.push_front(std::move(schedule));
      return;
    }
    shared_.push_front(std::move(schedule));
    drop(d, status);
  }

  // No more chunks for this device in this launch; the others take over its queue.
  void drop(std::size_t d, const Status& status) {
    DeviceState& state = devices_[d];
    if (!state.usable) return;
    state.usable = false;
    execution_.problems.push_back({static_cast<int>(d), status.failure, status.message});
    for (ChunkSchedule& schedule : state.queue) shared_.push_back(std::move(schedule));
    state.queue.clear();
  }

  void finishOne() {
    BackOff patience;
    while (inFlight_ > 0) {
      // The next one first: those before it have begun again, or have nothing left.
      for (std::size_t tried = 0; tried < devices_.size(); ++tried) {
        nextToFinish_ = (nextToFinish_ + 1) % devices_.size();
        const DeviceState& state = devices_[nextToFinish_];
        if (state.running.empty()) continue;
        if (inFlight_ == 1 || state.running.front().job->ready()) return finishOldest(nextToFinish_);
      }
      patience.wait();
    }
  }

  void finishOldest(std::size_t d) {
    DeviceState& state = devices_[d];
    Running running = std::move(state.running.front());
    state.running.pop_front();
    state.inFlight.remove(running.job->schedule());
    nodesInFlight_ -= nodesOf(running.job->schedule());
    --inFlight_;
    const Status status = running.job->finish();
    if (!status.ok()) {
      ChunkSchedule again = running.job->takeSchedule();
      running.job.reset();
      return failed(d, std::move(again), status);
    }
    const ChunkSchedule& schedule = running.job->schedule();
    execution_.bytesIn += schedule.bytesIn;
    execution_.bytesOut += schedule.bytesOut;
    execution_.spans.push_back({static_cast<int>(d), schedule.chunk, running.begin, now()});
    keepResults(d, *running.job);
    done_.push_back(schedule.chunk);
  }

  // A copy of what waits may want memory; the chunk has not ended then.
  void keepResults(std::size_t d, ChunkJob& job) {
    const CombineStep* const combined = combineStepOf(job.schedule());
    if (combined == nullptr) return;
    if (combined->stays) {
      WaitingResults waiting{static_cast<int>(d), devices_[d].device.id, job.schedule().chunk, *combined, {}};
      waiting.memory = job.takeResults();
      execution_.waiting.push_back(std::move(waiting));
    } else {
      execution_.nodes.insert(execution_.nodes.end(), combined->nodes.begin(), combined->nodes.end());
    }
  }

  void handBack(std::deque<ChunkSchedule>& queue) {
    for (const ChunkSchedule& schedule : queue) execution_.left.push_back(schedule.chunk);
    queue.clear();
  }

  Backend& backend_;
  const LaunchFacts& facts_;
  const ChunkPlanner& planner_;
  void* blockResults_;
  std::vector<DeviceState> devices_;
  std::vector<std::size_t> order_;  // in which devices are given chunks
  std::deque<ChunkSchedule> shared_;
  std::vector<Chunk> given_;  // all chunks of the schedule
  std::vector<Chunk> done_;   // chunks, or halves of them, that have ended
  std::size_t inFlight_ = 0, nodesInFlight_ = 0;
  std::size_t nextToFinish_ = 0;  // its device was looked at last
  bool queued_ = true;            // some chunk may wait to be started
  Execution execution_;
};

}  // namespace

Execution execute(Backend& backend, const std::vector<LaunchDevice>& devices, const LaunchFacts& facts,
                  LaunchSchedule schedule, const ChunkPlanner& planner, void* blockResults, Execution before) {
  return Run(backend, devices, facts, std::move(schedule), planner, blockResults, std::move(before)).all();
}

}  // namespace clustrix::runtime
