#include "Executor.h"

#include <deque>
#include <memory>

#include "ChunkJob.h"
#include "Clock.h"
#include "Patience.h"

namespace clustrix::runtime {
namespace {

struct Running {
  std::unique_ptr<ChunkJob> job;
  double begin = 0;
};

struct DeviceState {
  LaunchDevice device;
  std::deque<ChunkSchedule> queue;
  std::deque<Running> running;  // oldest first
  InFlight inFlight;            // the same
  bool usable = true;
};

class Run {
 public:
  Run(Backend& backend, const std::vector<LaunchDevice>& devices, const LaunchFacts& facts, LaunchSchedule schedule,
      const ChunkPlanner& planner, void* blockResults)
      : backend_(backend), facts_(facts), planner_(planner), blockResults_(blockResults), devices_(devices.size()) {
    for (std::size_t d = 0; d < devices.size(); ++d) devices_[d].device = devices[d];
    execution_.left = std::move(schedule.onHost);
    for (Assigned& assigned : schedule.chunks) {
      std::deque<ChunkSchedule>& queue =
          assigned.device == anyDevice ? shared_ : devices_[static_cast<std::size_t>(assigned.device)].queue;
      queue.push_back(std::move(assigned.schedule));
    }
  }

  Execution all() {
    while (fill() || inFlight() > 0) finishOne();
    handBack(shared_);
    for (DeviceState& state : devices_) handBack(state.queue);
    return std::move(execution_);
  }

 private:
  // Starts what can start. True when something is in flight.
  bool fill() {
    // One chunk a device in turn, so that the first device does not keep the others waiting.
    bool started = true;
    while (started) {
      started = false;
      for (std::size_t d = 0; d < devices_.size(); ++d)
        if (devices_[d].usable) started = startNext(d) || started;
    }
    return inFlight() > 0;
  }

  bool startNext(std::size_t d) {
    DeviceState& state = devices_[d];
    std::deque<ChunkSchedule>& queue = state.queue.empty() ? shared_ : state.queue;
    if (queue.empty() || !state.inFlight.admits(state.device, queue.front())) return false;
    ChunkSchedule schedule = std::move(queue.front());
    queue.pop_front();
    Running running{nullptr, now()};
    running.job = std::make_unique<ChunkJob>(backend_, state.device.id, facts_, std::move(schedule), blockResults_);
    const Status status = running.job->start();
    if (status.ok()) {
      state.inFlight.add(running.job->schedule());
      state.running.push_back(std::move(running));
      return true;
    }
    schedule = running.job->takeSchedule();
    running.job.reset();  // gives back its memory before anything else is tried
    return failedToStart(d, std::move(schedule), status);
  }

  // True when another start may be tried at once.
  bool failedToStart(std::size_t d, ChunkSchedule schedule, const Status& status) {
    DeviceState& state = devices_[d];
    if (status.failure != Failure::OutOfMemory) {
      shared_.push_front(std::move(schedule));
      drop(d, status);
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
    Patience patience;
    while (inFlight() > 0) {
      for (std::size_t d = 0; d < devices_.size(); ++d) {
        if (devices_[d].running.empty()) continue;
        if (inFlight() == 1 || devices_[d].running.front().job->ready()) return finishOldest(d);
      }
      patience.wait();
    }
  }

  void finishOldest(std::size_t d) {
    DeviceState& state = devices_[d];
    Running running = std::move(state.running.front());
    state.running.pop_front();
    state.inFlight.remove(running.job->schedule());
    const Status status = running.job->finish();
    if (!status.ok()) {
      shared_.push_front(running.job->takeSchedule());
      running.job.reset();
      return drop(d, status);
    }
    const ChunkSchedule& schedule = running.job->schedule();
    execution_.bytesIn += schedule.bytesIn;
    execution_.bytesOut += schedule.bytesOut;
    execution_.spans.push_back({static_cast<int>(d), schedule.chunk, running.begin, now()});
    keepResults(d, *running.job);
  }

  void keepResults(std::size_t d, ChunkJob& job) {
    for (const Step& step : job.schedule().steps) {
      const auto* const combined = std::get_if<CombineStep>(&step);
      if (combined == nullptr) continue;
      if (combined->stays)
        execution_.waiting.push_back(
            {static_cast<int>(d), devices_[d].device.id, job.schedule().chunk, *combined, job.takeResults()});
      else
        execution_.nodes.insert(execution_.nodes.end(), combined->nodes.begin(), combined->nodes.end());
    }
  }

  void handBack(std::deque<ChunkSchedule>& queue) {
    for (const ChunkSchedule& schedule : queue) execution_.left.push_back(schedule.chunk);
    queue.clear();
  }

  int inFlight() const {
    std::size_t count = 0;
    for (const DeviceState& state : devices_) count += state.running.size();
    return static_cast<int>(count);
  }

  Backend& backend_;
  const LaunchFacts& facts_;
  const ChunkPlanner& planner_;
  void* blockResults_;
  std::vector<DeviceState> devices_;
  std::deque<ChunkSchedule> shared_;
  Execution execution_;
};

}  // namespace

Execution execute(Backend& backend, const std::vector<LaunchDevice>& devices, const LaunchFacts& facts,
                  LaunchSchedule schedule, const ChunkPlanner& planner, void* blockResults) {
  return Run(backend, devices, facts, std::move(schedule), planner, blockResults).all();
}

}  // namespace clustrix::runtime
