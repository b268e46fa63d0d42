// HostFlag: a number of the host's that kernels can write.
#pragma once

#include "devices/Backend.h"
#include "support/BestEffort.h"

namespace clustrix::runtime {

/// 0 in the beginning. Memory of `device`'s that is pinned is every device's of the backend.
class HostFlag {
 public:
  HostFlag(Backend& backend, DeviceId device) : backend_(backend), device_(device) {
    void* memory = nullptr;
    if (backend.allocateHost(device, sizeof(int), memory).ok()) flag_ = new (memory) int(0);
  }
  ~HostFlag() {
    if (flag_ != nullptr) bestEffort([this] { static_cast<void>(backend_.releaseHost(device_, flag_)); });
  }
  HostFlag(const HostFlag&) = delete;
  HostFlag& operator=(const HostFlag&) = delete;

  /// Null where there was no memory.
  int* get() const { return flag_; }

 private:
  Backend& backend_;
  const DeviceId device_;
  int* flag_ = nullptr;
};

}  // namespace clustrix::runtime
