// FloatingPoint: how the calling thread computes, which neither other threads nor devices share.
#pragma once

namespace clustrix::runtime {

/// Why this thread's floating-point results may not be those of other threads and of devices, which round to nearest
/// and trap nothing; null where they are. Flushed denormals are not asked for: `-ffast-math` sets them in every
/// program.
const char* ownFloatingPoint();

}  // namespace clustrix::runtime
