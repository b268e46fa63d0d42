// InFlight: the chunks on their way on one device, what they need together, and whether another may join them.
//
//     planning (how much at most) ──► InFlight ◄── Executor (when to start the next)
//
// Both ask here, so that what is planned is what is allocated.
#pragma once

#include "devices/Backend.h"
#include "schedule/Schedule.h"

namespace clustrix::runtime {

struct LaunchDevice {
  DeviceId id{};
  int jobs = 1;            // chunks in flight at once, at most
  std::size_t room = 0;    // bytes that were free when the launch was planned; 0: not asked
  std::size_t budget = 0;  // host and device bytes of the chunks in flight, together; 0: no limit
};

class InFlight {
 public:
  /// A chunk alone is always admitted: whether it fits was decided before, or shows when it is allocated.
  bool admits(const LaunchDevice& device, const ChunkSchedule& next) const {
    if (chunks_ == 0) return true;
    const std::size_t onDevice = device_ + next.deviceBytes;
    return chunks_ < device.jobs && (device.room == 0 || onDevice <= device.room) &&
           (device.budget == 0 || onDevice + host_ + next.hostBytes <= device.budget);
  }
  void add(const ChunkSchedule& chunk) {
    ++chunks_;
    device_ += chunk.deviceBytes;
    host_ += chunk.hostBytes;
  }
  void remove(const ChunkSchedule& chunk) {
    --chunks_;
    device_ -= chunk.deviceBytes;
    host_ -= chunk.hostBytes;
  }
  /// Bytes of the device.
  std::size_t deviceBytes() const { return device_; }

 private:
  int chunks_ = 0;
  std::size_t device_ = 0;
  std::size_t host_ = 0;
};

}  // namespace clustrix::runtime
