// resident: an array that stays on the devices between annotated functions, for programs that say when they look at it.
//
//     clustrix::resident field(a.data(), a.size());
//     for (int t = 0; t < steps; ++t) step(a, b);      // annotated: moves halos, and nothing else
//     field.host();                                    // the next line reads a
//     std::printf("%g\n", a[0]);
//
// Without it arrays come home at the end of each outermost annotated function. Inside of those nothing changes.
#pragma once

#include <cstddef>
#include <string>

#include "clustrix/Index.h"

namespace clustrix {

/// While it lives, host code calls `host` before it reads the array, and `host` before and `changed` after it writes to
/// it. Annotated functions with loops do so by themselves, unless they are `constexpr` or lambdas. The array outlives
/// it. Any number may name the same bytes.
class resident {
 public:
  template <class T>
  resident(T* first, Index count) : resident(static_cast<const void*>(first), count, sizeof(T)) {}
  /// Brings the array home and gives back the devices' memory.
  ~resident();
  resident(const resident&) = delete;
  resident& operator=(const resident&) = delete;

  /// The host has the latest values afterwards. The devices keep theirs, so that reading costs nothing more.
  void host();
  /// The host has written to the array: the devices fetch it again. What they had written since `host` is dropped.
  void changed();
  /// Brings the array home and gives back the devices' memory. It comes back with the next loop that wants it.
  void release();

  /// Which device holds which elements, and which the host does not have, a line each:
  ///
  ///     virtual device 0: [0, 500)
  ///     virtual device 1: [499, 1000)
  ///     stale on the host: [0, 1000)
  std::string sharding() const;

 private:
  resident(const void* first, Index count, std::size_t elementSize);

  const void* const first_;
  const std::size_t bytes_;
  const std::size_t elementSize_;
};

}  // namespace clustrix
