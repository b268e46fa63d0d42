// BackOff: how to wait for devices. Short kernels are worth a busy wait; long ones should leave the core to others.
#pragma once

#include <chrono>
#include <thread>

namespace clustrix::runtime {

/// One for each thing that is waited for.
class BackOff {
 public:
  /// To be called each time that it was not there yet.
  void wait() {
    constexpr int busy = 200;
    if (++times_ < busy)
      std::this_thread::yield();
    else
      std::this_thread::sleep_for(std::chrono::microseconds(20));
  }

 private:
  int times_ = 0;
};

}  // namespace clustrix::runtime
