// FloatingPoint: how the calling thread computes, which neither other threads nor devices share.
#pragma once

namespace clustrix::runtime {

/// Why this thread's floating-point results may not be those of other threads and of devices, which round to nearest
/// and trap nothing; null where they are. Denormals may be flushed, as `-ffast-math` does in every program, but not
/// from some time on: other threads have the setting of the one that made the first launch.
const char* ownFloatingPoint();

}  // namespace clustrix::runtime
