#include "devices/Measure.h"

#include <algorithm>
#include <functional>
#include <memory>

#include "support/Clock.h"

namespace clustrix::runtime {
namespace {

constexpr std::size_t mostMeasuredBytes = 64u << 20;  // enough that a start costs nothing beside it
constexpr std::size_t leastBytes = 4096;
constexpr int repetitions = 5;  // the quickest counts: what disturbs only ever adds

struct Nothing {
  void operator()(Index) const {}
};

// What a device needs to be measured; given back at the end, whatever has failed.
class Prepared {
 public:
  Prepared(Backend& backend, DeviceId device) : backend_(backend), device_(device) {
    std::size_t free = 0;
    status_ = backend_.freeMemory(device_, free);
    bytes_ = std::min(mostMeasuredBytes, free / 4);
    if (status_.ok() && bytes_ < leastBytes)
      status_ = {Failure::OutOfMemory, "there is no memory left to measure with"};
    if (status_.ok()) status_ = backend_.openStream(device_, stream_);
    opened_ = status_.ok();
    if (status_.ok()) status_ = backend_.allocate(device_, bytes_, memory_);
    allocated_ = status_.ok();
    if (status_.ok()) status_ = backend_.allocateHost(device_, bytes_, host_);
  }
  ~Prepared() {
    if (opened_) static_cast<void>(backend_.closeStream(device_, stream_));
    if (host_ != nullptr) static_cast<void>(backend_.releaseHost(device_, host_));
    if (allocated_) static_cast<void>(backend_.release(device_, memory_));
  }
  Prepared(const Prepared&) = delete;
  Prepared& operator=(const Prepared&) = delete;

  const Status& status() const { return status_; }
  std::size_t bytes() const { return bytes_; }
  std::uintptr_t memory() const { return static_cast<std::uintptr_t>(memory_); }
  DeviceId device() const { return device_; }

  double toDevice(std::size_t bytes, Status& status) {
    return copy(CopyKind::HostToDevice, hostAddress(), memory(), bytes, status);
  }
  double toHost(Status& status) { return copy(CopyKind::DeviceToHost, memory(), hostAddress(), bytes_, status); }
  double from(const Prepared& peer, std::size_t bytes, Status& status) {
    return copy(CopyKind::DeviceToDevice, peer.memory(), memory(), bytes, status, peer.device());
  }
  double kernel(Status& status) {
    const Nothing nothing;
    KernelStart start;
    start.kernel = &kernelOf<Nothing>;
    start.object = &nothing;
    start.chunk = {0, 1};
    return quickest([&] { return backend_.launch(device_, stream_, start); }, status);
  }

 private:
  std::uintptr_t hostAddress() const { return reinterpret_cast<std::uintptr_t>(host_); }

  double copy(CopyKind kind, std::uintptr_t from, std::uintptr_t to, std::size_t bytes, Status& status,
              DeviceId peer = {}) {
    Copy copy;
    copy.kind = kind;
    copy.from = from;
    copy.to = to;
    copy.width = bytes;
    copy.peer = peer;
    return quickest([&] { return backend_.copy(device_, stream_, copy); }, status);
  }

  // Seconds from asking until it is known to be done. The first time warms up.
  double quickest(const std::function<Status()>& operation, Status& status) {
    double least = 0;
    for (int i = 0; i <= repetitions; ++i) {
      const double begin = now();
      status = operation();
      const Status done = backend_.synchronize(device_, stream_);
      if (status.ok()) status = done;
      if (!status.ok()) return 0;
      const double seconds = std::max(now() - begin, 1e-9);
      if (i == 1 || (i > 1 && seconds < least)) least = seconds;
    }
    return least;
  }

  Backend& backend_;
  const DeviceId device_;
  std::size_t bytes_ = 0;
  StreamId stream_{};
  DeviceAddress memory_{};
  void* host_ = nullptr;
  bool opened_ = false;
  bool allocated_ = false;
  Status status_;
};

class Measuring {
 public:
  explicit Measuring(Backend& backend) : backend_(backend) {}

  DeviceSpeeds all(const std::vector<DeviceId>& devices) {
    for (std::size_t d = 0; d < devices.size(); ++d) {
      prepared_.push_back(std::make_unique<Prepared>(backend_, devices[d]));
      alone(d);
    }
    for (std::size_t to = 0; to < devices.size(); ++to)
      for (std::size_t from = 0; from < devices.size(); ++from)
        if (from != to) between(from, to, devices);
    return std::move(speeds_);
  }

 private:
  void alone(std::size_t d) {
    Prepared& device = *prepared_[d];
    DeviceSpeed speed;
    Status status = device.status();
    if (status.ok()) speed.toDevice = rate(device.bytes(), device.toDevice(device.bytes(), status));
    if (status.ok()) speed.toHost = rate(device.bytes(), device.toHost(status));
    if (status.ok()) speed.copySeconds = device.toDevice(8, status);
    if (status.ok()) speed.launchSeconds = device.kernel(status);
    // Kernels for GPUs are in programs that nvcc has compiled.
    if (status.failure != Failure::Unsupported) note(d, status);
    speeds_.devices.push_back(speed);
  }

  void between(std::size_t from, std::size_t to, const std::vector<DeviceId>& devices) {
    if (!backend_.properties(devices[to]).peers.contains(devices[from])) return;
    Prepared& target = *prepared_[to];
    const Prepared& source = *prepared_[from];
    if (!target.status().ok() || !source.status().ok()) return;
    const std::size_t bytes = std::min(target.bytes(), source.bytes());
    Status status;
    const double seconds = target.from(source, bytes, status);
    note(to, status);
    speeds_.links.push_back({static_cast<int>(from), static_cast<int>(to), rate(bytes, seconds)});
  }

  static double rate(std::size_t bytes, double seconds) {
    return seconds > 0 ? static_cast<double>(bytes) / seconds : 0;
  }

  void note(std::size_t device, const Status& status) {
    if (!status.ok())
      speeds_.notes.push_back("device " + std::to_string(device) + " was not measured: " + status.message);
  }

  Backend& backend_;
  std::vector<std::unique_ptr<Prepared>> prepared_;
  DeviceSpeeds speeds_;
};

}  // namespace

DeviceSpeeds measure(Backend& backend, const std::vector<DeviceId>& devices) { return Measuring(backend).all(devices); }

}  // namespace clustrix::runtime
