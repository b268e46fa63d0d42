// ResidentJob: one chunk of a resident launch on its way through its device, and what is fetched for it.
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "coherence/ResidentPlan.h"
#include "devices/DeviceFlag.h"
#include "devices/DeviceMemory.h"
#include "devices/OpenStream.h"
#include "devices/StagingBuffer.h"
#include "execution/Executor.h"
#include "execution/KernelObject.h"
#include "support/BestEffort.h"

namespace clustrix::runtime {

// Host bytes as a guarded fetch has read them.
struct Snapshot {
  const Fetch* fetch = nullptr;
  std::shared_ptr<const Bytes> bytes;
  StagingBuffer staged;  // in them, row after row
};

// One chunk on its way. Its snapshots live until the stream is closed.
struct ResidentJob {
  ResidentJob(Backend& backend_, const ResidentPart& part_, DeviceId device_)
      : part(part_),
        device(device_),
        backend(backend_),
        workspace(backend_, device_),
        rollBack(backend_, device_),
        stream(backend_, device_) {}
  ~ResidentJob() {
    bestEffort([this] { static_cast<void>(stream.synchronize()); });
    if (partials != DeviceAddress{}) bestEffort([this] { static_cast<void>(backend.release(device, partials)); });
  }
  ResidentJob(const ResidentJob&) = delete;
  ResidentJob& operator=(const ResidentJob&) = delete;

  /// Host bytes that could not be read.
  IntervalSet missing() const;

  const ResidentPart& part;
  const DeviceId device;
  Backend& backend;
  DeviceAddress partials{};
  DeviceMemory workspace;
  DeviceFlag rollBack;  // that iterations set, of a loop that may roll back
  std::optional<KernelObject> object;
  std::vector<Snapshot> snapshots;
  WaitingResults results;  // to be, of a chunk whose results stay
  bool launched = false;
  bool folded = false;  // its results are combined where they are
  bool unsent = false;  // they have not all been put on their way home
  bool waiting = false;
  Status status;
  double begin = 0, end = 0;
  OpenStream stream;
};

/// On the job's stream; images are those of `directory`.
Status fetchInto(ResidentJob& job, const Fetch& fetch, const Directory& directory);
/// Of bytes that both images have a place for, onto a stream of the device of `to`.
Copy copyBetween(const Image& from, const Image& to, const Rows& rows, DeviceId peer);

}  // namespace clustrix::runtime
