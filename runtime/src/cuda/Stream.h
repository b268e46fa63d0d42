// Stream: a CUDA stream with its failure and the pinned slots that are on their way through it.
//
//     pageable host ──parallel copy──► slot ──cudaMemcpyAsync──► device
//     device ──cudaMemcpyAsync──► slot ──parallel copy, when waited for──► pageable host
//
// Results wait in their slots until the stream is known to have got there without an error, so that nothing which a
// failed kernel computed reaches the host.
#pragma once

#include <cuda_runtime_api.h>

#include <cstddef>
#include <deque>
#include <vector>

#include "cuda/Cache.h"
#include "devices/Backend.h"

namespace clustrix::runtime::cuda {

/// `count` rows of `width` bytes in the host's memory.
struct HostRows {
  char* to = nullptr;
  std::size_t toPitch = 0;
  const char* from = nullptr;
  std::size_t fromPitch = 0;
  std::size_t width = 0;
  std::size_t count = 0;
};

/// On several threads where it is large: one core does not keep up with the bus.
void copyRows(const HostRows& rows);

class Stream {
 public:
  static constexpr std::size_t slotBytes = std::size_t{4} << 20;
  static constexpr std::size_t mostSlots = 8;

  /// `pinned` outlives the stream.
  Stream(DeviceId device, cudaStream_t handle, Cache& pinned) : device_(device), handle_(handle), pinned_(pinned) {
    idle_.reserve(mostSlots + 1);  // slots come back where memory has run out, too
  }
  ~Stream();
  Stream(const Stream&) = delete;
  Stream& operator=(const Stream&) = delete;

  cudaStream_t handle() const { return handle_; }
  /// The first failure since the stream was opened or last synchronized.
  const Status& failure() const { return failure_; }
  /// Remembers `status` if it is the first failure, and hands it on.
  Status note(Status status);
  /// Something has been put on the stream: the next `synchronize` has to wait for it.
  void use() { used_ = true; }

  /// A slot to copy through; null where the machine has no pinned memory left. May wait for the oldest on its way.
  void* takeSlot();
  /// The slot's copy has been put on the stream; `after` is what the host does once it has passed (count 0: nothing).
  Status sendSlot(void* slot, const HostRows& after);

  /// Waits for everything, host copies included. Forgets the failure that it returns.
  Status synchronize();

  // Measuring, while tracing is on.
  void beginActivity(const char* what, std::size_t bytes);
  void endActivity();
  std::vector<Activity> takeActivities();

 private:
  struct Slot {
    void* memory = nullptr;
    cudaEvent_t passed = nullptr;
    HostRows after;
  };
  struct Measured {
    Activity activity;
    cudaEvent_t begin = nullptr;
    cudaEvent_t end = nullptr;
  };

  Status retireOldest();
  void startClock();
  void measure();

  const DeviceId device_;
  const cudaStream_t handle_;
  Cache& pinned_;
  Status failure_;
  bool used_ = false;
  std::deque<Slot> onTheWay_;
  std::vector<Slot> idle_;
  cudaEvent_t clock_ = nullptr;  // passed at clockTime_
  double clockTime_ = 0;
  std::vector<Measured> measured_;
  std::vector<Activity> activities_;
};

}  // namespace clustrix::runtime::cuda
