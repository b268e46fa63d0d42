// Clock: the time of all that is measured.
#pragma once

#include <chrono>

namespace clustrix::runtime {

/// Seconds on std::chrono::steady_clock.
inline double now() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

}  // namespace clustrix::runtime
