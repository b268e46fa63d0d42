// Backend: the thin interface between the executor and a kind of device.
//
//     Executor ──► Backend ──► CUDA │ virtual │ recording
//
// A backend decides nothing: it enumerates, allocates, copies, launches. Every call returns a Status; what it throws is
// std::bad_alloc, where the host has no memory left, and then it has done nothing.
// Operations on a stream run in the order in which they were given, possibly after the call has returned. Once one
// has failed, the later ones on that stream do nothing, and `synchronize` reports the first failure: this is what
// keeps the results of a failed kernel from reaching the host. An operation that was refused before anything of it
// began may be left out of that: where `synchronize` then knows of no failure, it can be made again.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "clustrix/Kernel.h"

namespace clustrix::runtime {

enum class Failure {
  None,
  OutOfMemory,  // recoverable: less may still fit
  Unsupported,  // this device cannot run this kernel (compiled without a version for it)
  Failed,       // the operation failed, the device works on
  DeviceLost,   // nothing works on this device any more
};

struct [[nodiscard]] Status {
  Failure failure = Failure::None;
  std::string message;  // what failed and why, one line, for the log

  bool ok() const { return failure == Failure::None; }
};

enum class DeviceId : int {};
enum class DeviceAddress : std::uintptr_t {};
enum class StreamId : std::uintptr_t {};

inline DeviceAddress operator+(DeviceAddress address, std::size_t bytes) {
  return static_cast<DeviceAddress>(static_cast<std::uintptr_t>(address) + bytes);
}

/// Devices of a backend that one of them copies from directly.
struct Peers {
  bool all = false;       // all others, however many there are
  std::vector<int> some;  // else

  bool contains(DeviceId device) const {
    return all || std::find(some.begin(), some.end(), static_cast<int>(device)) != some.end();
  }
};

struct DeviceProperties {
  std::string name;          // "NVIDIA H200", "virtual device 0"
  std::string architecture;  // "sm_90"
  std::size_t memory = 0;    // bytes in all
  double speed = 1;          // relative throughput among the backend's devices
  // For the estimate of what pays, in seconds and per second.
  double operationsPerSecond = 1e12;
  double transferBytesPerSecond = 12e9;
  double launchSeconds = 20e-6;
  /// It is reached by the network of the program's machine, which all such devices share.
  bool isFar = false;
  int machine = 0;  // 0: the program's own
  /// Fewer bytes than that, each device of a machine gets from elsewhere by itself: see coherence/Relays.h.
  std::size_t leastRelayed = 65536;
  /// Rows closer than so many bytes are copied to the device as one piece, gaps included, since a copy of many short
  /// rows is slow. 0: exactly what was asked for, so that an element which was not declared stays unwritten.
  std::size_t fillGap = 0;
  int workers = 1;  // threads that run iterations of a kernel at a time
  int lanes = 1;    // of them in step, which want side by side in memory what each has of its own
  Peers peers;
};

enum class CopyKind { HostToDevice, DeviceToHost, DeviceToDevice };

/// `rows` rows of `width` bytes, `fromPitch` and `toPitch` bytes apart (both ignored for one row; else >= width).
/// Addresses are of the host or a device as the kind says. Host memory may be pageable and stays as it is until the
/// stream is synchronized. For DeviceToDevice, `peer` is the device that holds `from`; the stream's holds `to`.
struct Copy {
  CopyKind kind = CopyKind::HostToDevice;
  std::uintptr_t from = 0;
  std::uintptr_t to = 0;
  std::size_t width = 0;
  std::size_t rows = 1;
  std::size_t fromPitch = 0;
  std::size_t toPitch = 0;
  DeviceId peer{};

  std::size_t bytes() const { return width * rows; }
};

/// The kernel object is copied by the call. `partials` is null without a reduction.
struct KernelStart {
  const Kernel* kernel = nullptr;
  const void* object = nullptr;
  Chunk chunk;
  Index block = 1;
  DeviceAddress partials{};
  const CopyLayout* copies = nullptr;  // outlives the launch; null where the kernel combines into no array
  Index workers = 0;                   // that there are workspaces for; 0: the kernel has none
};

/// Results of blocks that lie on one device; `fold.results` is a device's address. What is to be combined with what:
/// see clustrix/Fold.h.
struct FoldStart {
  const Kernel* kernel = nullptr;
  ResultFold fold;  // its `copies` outlive the launch
};

/// The results of several devices, all of one layout, into `result`, a place apart on the first of them.
struct ReduceStart {
  struct Part {
    DeviceId device{};
    DeviceAddress results{};
  };
  const Kernel* kernel = nullptr;
  const CopyLayout* copies = nullptr;
  std::vector<Part> parts;
  DeviceAddress result{};
};

/// What a backend measured, for CLUSTRIX_TRACE: seconds on std::chrono::steady_clock.
struct Activity {
  DeviceId device{};
  StreamId stream{};
  const char* what = "";  // "copy to device", "kernel", ...
  double begin = 0;
  double end = 0;
  std::size_t bytes = 0;
};

/// As long as it lives, a device is the one that libraries take which the calling thread calls.
class CurrentDevice {
 public:
  virtual ~CurrentDevice() = default;
  /// Whether a call of the program's on this thread has failed since it was asked last.
  virtual bool hasFailed() { return false; }
  /// Waits for all that the program has begun on the device. False: something of it has failed.
  virtual bool finish() { return true; }
};

class Backend {
 public:
  virtual ~Backend() = default;

  virtual std::string kind() const = 0;  // "cuda", "virtual"
  virtual int deviceCount() const = 0;
  virtual const DeviceProperties& properties(DeviceId device) const = 0;
  /// Why none of these devices can run the kernel; "" where they can.
  virtual std::string obstacle(const Kernel&) const { return ""; }
  /// Bytes that allocations may use now; already less than what the device needs for itself.
  virtual Status freeMemory(DeviceId device, std::size_t& bytes) = 0;

  /// Memory of the device, aligned to 256 bytes, its contents undefined. Errors: OutOfMemory, DeviceLost.
  virtual Status allocate(DeviceId device, std::size_t bytes, DeviceAddress& address) = 0;
  /// Takes back what `allocate` gave. Waits for no stream: the caller has synchronized those that use it.
  virtual Status release(DeviceId device, DeviceAddress address) = 0;
  /// Host memory that copies fastest (pinned for CUDA), aligned to 64 bytes.
  virtual Status allocateHost(DeviceId device, std::size_t bytes, void*& address) = 0;
  virtual Status releaseHost(DeviceId device, void* address) = 0;

  virtual Status openStream(DeviceId device, StreamId& stream) = 0;
  /// Waits for the stream's operations and forgets it, its failure included.
  virtual Status closeStream(DeviceId device, StreamId stream) = 0;
  virtual Status copy(DeviceId device, StreamId stream, const Copy& copy) = 0;
  virtual Status launch(DeviceId device, StreamId stream, const KernelStart& start) = 0;
  /// Combines results that launches before it have left.
  virtual Status fold(DeviceId device, StreamId stream, const FoldStart& start) = 0;
  /// By a library for collective operations, whatever the grouping and the order; waits for all parts, whose results
  /// stay as they are. Errors: Unsupported, where there is none for this; `message` is empty where that is usual.
  virtual Status reduce(const ReduceStart&) { return {Failure::Unsupported, ""}; }
  /// True when `synchronize` would not wait.
  virtual bool finished(DeviceId device, StreamId stream) = 0;
  /// Waits. Errors: the first failure on the stream since it was opened or last synchronized.
  virtual Status synchronize(DeviceId device, StreamId stream) = 0;

  /// Null where these devices are none of any library, or the device cannot be made the current one.
  virtual std::unique_ptr<CurrentDevice> makeCurrent(DeviceId) { return nullptr; }
  /// Waits for all that the program has begun on this thread's own current device. False: something of it, or of the
  /// thread's calls before, has failed, or a program cannot drive these devices itself.
  virtual bool finishCurrent() { return false; }

  /// The same for rows between the device and the host, at once: nothing else is under way on the device. Brings home
  /// what lies there when memory has run out, so it wants none where that can be had.
  virtual Status copyNow(DeviceId device, const Copy& rows) {
    StreamId stream{};
    Status status = openStream(device, stream);
    if (!status.ok()) return status;
    status = copy(device, stream, rows);
    if (status.ok()) status = synchronize(device, stream);
    static_cast<void>(closeStream(device, stream));
    return status;
  }

  /// What was measured since the last call, where tracing was switched on.
  virtual void trace(bool on) { (void)on; }
  virtual std::vector<Activity> takeActivities() { return {}; }
};

/// What a backend's library offers to the runtime, which knows it only when it was linked.
struct BackendEntry {
  std::string kind;
  /// `devices`: the positions asked for, empty for all. Null where there is no device; `note` then says why.
  std::unique_ptr<Backend> (*make)(const std::vector<int>& devices, std::string& note) = nullptr;
};

/// Called before main by files that nvcc has compiled; a second entry of the same kind is ignored.
void registerBackend(const BackendEntry& entry);
/// Null when no backend of that kind was linked.
const BackendEntry* findBackend(const std::string& kind);

}  // namespace clustrix::runtime
