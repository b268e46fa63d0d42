// DeviceMemory: memory of a device for as long as this lives.
#pragma once

#include "devices/Backend.h"
#include "support/BestEffort.h"

namespace clustrix::runtime {

class DeviceMemory {
 public:
  DeviceMemory(Backend& backend, DeviceId device) : backend_(backend), device_(device) {}
  ~DeviceMemory() {
    if (address_ != DeviceAddress{}) bestEffort([this] { static_cast<void>(backend_.release(device_, address_)); });
  }
  DeviceMemory(const DeviceMemory&) = delete;
  DeviceMemory& operator=(const DeviceMemory&) = delete;

  /// Nothing of 0 bytes.
  Status allocate(std::size_t bytes) { return bytes == 0 ? Status{} : backend_.allocate(device_, bytes, address_); }
  /// Null before `allocate`.
  DeviceAddress address() const { return address_; }

 private:
  Backend& backend_;
  const DeviceId device_;
  DeviceAddress address_{};
};

}  // namespace clustrix::runtime
