// DeviceFlag: a number on a device that a launch's kernels may set, and the host reads when they have ended.
#pragma once

#include "devices/OpenStream.h"
#include "support/BestEffort.h"

namespace clustrix::runtime {

class DeviceFlag {
 public:
  DeviceFlag(Backend& backend, DeviceId device) : backend_(backend), device_(device) {}
  ~DeviceFlag() {
    if (there_ != DeviceAddress{}) bestEffort([this] { static_cast<void>(backend_.release(device_, there_)); });
  }
  DeviceFlag(const DeviceFlag&) = delete;
  DeviceFlag& operator=(const DeviceFlag&) = delete;

  Status allocate() { return backend_.allocate(device_, sizeof(int), there_); }
  /// Null before `allocate`: there is no flag.
  DeviceAddress address() const { return there_; }
  /// 0, in front of the kernel on its stream; nothing without a flag.
  Status clear(OpenStream& stream) {
    static constexpr int zero = 0;
    return there_ == DeviceAddress{} ? Status{} : stream.copy(move(CopyKind::HostToDevice, at(&zero), at(there_)));
  }
  /// Behind it; `isSet` tells once the stream has been synchronized.
  Status fetch(OpenStream& stream) {
    return there_ == DeviceAddress{} ? Status{} : stream.copy(move(CopyKind::DeviceToHost, at(there_), at(&here_)));
  }
  bool isSet() const { return here_ != 0; }

 private:
  static std::uintptr_t at(const int* host) { return reinterpret_cast<std::uintptr_t>(host); }
  static std::uintptr_t at(DeviceAddress there) { return static_cast<std::uintptr_t>(there); }
  static Copy move(CopyKind kind, std::uintptr_t from, std::uintptr_t to) {
    Copy copy;
    copy.kind = kind;
    copy.from = from;
    copy.to = to;
    copy.width = sizeof(int);
    return copy;
  }

  Backend& backend_;
  const DeviceId device_;
  DeviceAddress there_{};
  int here_ = 0;
};

}  // namespace clustrix::runtime
