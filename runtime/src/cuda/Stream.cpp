#include "cuda/Stream.h"

#include <tbb/blocked_range.h>
#include <tbb/parallel_for.h>
#include <tbb/task_arena.h>

#include <algorithm>
#include <cstring>
#include <new>
#include <utility>

#include "cuda/Again.h"
#include "cuda/Errors.h"
#include "support/Clock.h"

namespace clustrix::runtime::cuda {
namespace {

// Below this a copy is over before other threads have woken up.
constexpr std::size_t worthThreads = std::size_t{1} << 20;
constexpr std::size_t grain = std::size_t{256} << 10;

void copySome(const HostRows& rows, std::size_t begin, std::size_t end) {
  for (std::size_t row = begin; row < end; ++row)
    std::memcpy(rows.to + row * rows.toPitch, rows.from + row * rows.fromPitch, rows.width);
}

template <class Work>
void inParallel(std::size_t count, std::size_t atOnce, const Work& work) {
  try {
    // Isolated: a thread that waits here must not pick up other work of the program, which may wait for this one.
    tbb::this_task_arena::isolate([&] {
      tbb::parallel_for(tbb::blocked_range<std::size_t>(0, count, atOnce),
                        [&](const tbb::blocked_range<std::size_t>& part) { work(part.begin(), part.end()); });
    });
  } catch (const std::bad_alloc&) {
    work(0, count);  // bytes that have been copied are copied again
  }
}

/// Null where CUDA gives none: the trace then lacks an activity.
cudaEvent_t recordTime(cudaStream_t stream) {
  cudaEvent_t event = nullptr;
  if (cudaEventCreateWithFlags(&event, cudaEventDefault) == cudaSuccess) {
    if (cudaEventRecord(event, stream) == cudaSuccess) return event;
    (void)cudaEventDestroy(event);
  }
  (void)cudaGetLastError();
  return nullptr;
}

void forget(cudaEvent_t event) {
  if (event != nullptr && cudaEventDestroy(event) != cudaSuccess) (void)cudaGetLastError();
}

/// Until a wait has succeeded, copies may be on their way into memory that the caller is about to use again. A wait
/// that fails is tried again; when nothing helps the device counts as lost, which keeps that memory out of use.
Status waitFor(cudaStream_t stream) {
  constexpr int attempts = 3;
  Status status;
  for (int attempt = 0; attempt < attempts; ++attempt) {
    status = statusOf(cudaStreamSynchronize(stream), "stream");
    if (status.ok() || status.failure == Failure::DeviceLost) return status;
  }
  return {Failure::DeviceLost, status.message + " (it cannot be waited for)"};
}

}  // namespace

void copyRows(const HostRows& rows) {
  if (rows.count * rows.width < worthThreads) {
    copySome(rows, 0, rows.count);
  } else if (rows.count == 1) {
    inParallel(rows.width, grain, [&](std::size_t begin, std::size_t end) {
      std::memcpy(rows.to + begin, rows.from + begin, end - begin);
    });
  } else {
    const std::size_t atOnce = std::max<std::size_t>(1, grain / std::max<std::size_t>(rows.width, 1));
    inParallel(rows.count, atOnce, [&](std::size_t begin, std::size_t end) { copySome(rows, begin, end); });
  }
}

Stream::~Stream() {
  const auto release = [this](const Slot& slot) {
    forget(slot.passed);
    (void)pinned_.release(reinterpret_cast<std::uintptr_t>(slot.memory));
  };
  for (const Slot& slot : onTheWay_) release(slot);
  for (const Slot& slot : idle_) release(slot);
  for (const Measured& each : measured_) {
    forget(each.begin);
    forget(each.end);
  }
  forget(clock_);
  if (cudaStreamDestroy(handle_) != cudaSuccess) (void)cudaGetLastError();
}

Status Stream::note(Status status) {
  if (!status.ok() && failure_.ok()) failure_ = status;
  return status;
}

void* Stream::takeSlot() {
  if (idle_.empty() && onTheWay_.size() >= mostSlots) (void)note(retireOldest());
  if (idle_.empty()) {
    Slot slot;
    std::uintptr_t address = 0;
    if (!pinned_.allocate(slotBytes, address).ok()) return nullptr;
    slot.memory = reinterpret_cast<void*>(address);
    const cudaError_t error = again([&] { return cudaEventCreateWithFlags(&slot.passed, cudaEventDisableTiming); });
    if (error != cudaSuccess) {
      (void)note(statusOf(error, "event"));
      (void)pinned_.release(address);
      return nullptr;
    }
    idle_.push_back(slot);
  }
  return idle_.back().memory;
}

Status Stream::sendSlot(void* slot, const HostRows& after) {
  const auto mine = std::find_if(idle_.begin(), idle_.end(), [&](const Slot& each) { return each.memory == slot; });
  // What it throws for want of memory fails the stream's whole work, which is waited for before the slot is used again.
  onTheWay_.push_back(*mine);
  idle_.erase(mine);
  onTheWay_.back().after = after;
  return note(statusOf(again([&] { return cudaEventRecord(onTheWay_.back().passed, handle_); }), "event"));
}

/// The host part happens only if the slot's copy, and all before it, went well.
Status Stream::retireOldest() {
  Slot slot = onTheWay_.front();
  onTheWay_.pop_front();
  const Status status = statusOf(again([&] { return cudaEventSynchronize(slot.passed); }), "copy");
  if (status.ok() && failure_.ok() && slot.after.count > 0) copyRows(slot.after);
  idle_.push_back(slot);
  return status;
}

Status Stream::synchronize() {
  // The slots first: their host copies run while the stream still works on what comes after them.
  while (!onTheWay_.empty()) (void)note(retireOldest());
  const Status waited = used_ ? waitFor(handle_) : Status{};
  used_ = !waited.ok();
  measure();
  // A lost device is worse than whatever failed first.
  if (waited.failure == Failure::DeviceLost) failure_ = waited;
  return std::exchange(failure_, Status{});
}

void Stream::startClock() {
  clock_ = recordTime(handle_);
  if (clock_ != nullptr && cudaEventSynchronize(clock_) != cudaSuccess) (void)cudaGetLastError();
  clockTime_ = now();
}

void Stream::beginActivity(const char* what, std::size_t bytes) {
  if (clock_ == nullptr) startClock();
  Measured started;
  started.activity = {device_, static_cast<StreamId>(reinterpret_cast<std::uintptr_t>(this)), what, 0, 0, bytes};
  started.begin = recordTime(handle_);
  measured_.push_back(started);
}

void Stream::endActivity() { measured_.back().end = recordTime(handle_); }

void Stream::measure() {
  for (Measured& each : measured_) {
    float begin = 0;
    float end = 0;
    const bool known = clock_ != nullptr && each.begin != nullptr && each.end != nullptr &&
                       cudaEventElapsedTime(&begin, clock_, each.begin) == cudaSuccess &&
                       cudaEventElapsedTime(&end, clock_, each.end) == cudaSuccess;
    if (known) {
      each.activity.begin = clockTime_ + begin * 1e-3;
      each.activity.end = clockTime_ + end * 1e-3;
      activities_.push_back(each.activity);
    } else {
      (void)cudaGetLastError();
    }
    forget(each.begin);
    forget(each.end);
  }
  measured_.clear();
}

std::vector<Activity> Stream::takeActivities() { return std::exchange(activities_, {}); }

}  // namespace clustrix::runtime::cuda
