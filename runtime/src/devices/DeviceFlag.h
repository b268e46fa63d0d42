// DeviceFlag: a number on a device that a launch's kernels may set, and the host reads when they have ended.
#pragma once

#include "devices/DeviceMemory.h"
#include "devices/OpenStream.h"

namespace clustrix::runtime {

class DeviceFlag {
 public:
  DeviceFlag(Backend& backend, DeviceId device) : there_(backend, device) {}

  Status allocate() { return there_.allocate(sizeof(int)); }
  /// Null before `allocate`: there is no flag.
  DeviceAddress address() const { return there_.address(); }
  /// 0, in front of the kernel on its stream; nothing without a flag.
  Status clear(OpenStream& stream) {
    static constexpr int zero = 0;
    return address() == DeviceAddress{} ? Status{}
                                        : stream.copy(move(CopyKind::HostToDevice, at(&zero), at(address())));
  }
  /// Behind it; `isSet` tells once the stream has been synchronized.
  Status fetch(OpenStream& stream) {
    return address() == DeviceAddress{} ? Status{}
                                        : stream.copy(move(CopyKind::DeviceToHost, at(address()), at(&here_)));
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

  DeviceMemory there_;
  int here_ = 0;
};

}  // namespace clustrix::runtime
