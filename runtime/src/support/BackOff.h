// BackOff: how to wait for devices. Short kernels are worth a busy wait; long ones should leave the core to others.
#pragma once

#include <algorithm>
#include <chrono>
#include <thread>

namespace clustrix::runtime {

/// One for each thing that is waited for.
class BackOff {
 public:
  /// To be called each time that it was not there yet. Sleeps a fiftieth of the time that it has taken so far, since
  /// whoever computes what is waited for may want this core.
  void wait() {
    constexpr int busy = 200;
    constexpr auto shortest = std::chrono::microseconds(20), longest = std::chrono::microseconds(500);
    if (++times_ < busy) {
      std::this_thread::yield();
      return;
    }
    const auto time = std::chrono::steady_clock::now();
    if (times_ == busy) begin_ = time;
    std::this_thread::sleep_for(std::clamp<std::chrono::nanoseconds>((time - begin_) / 50, shortest, longest));
  }

 private:
  int times_ = 0;
  std::chrono::steady_clock::time_point begin_;
};

}  // namespace clustrix::runtime
