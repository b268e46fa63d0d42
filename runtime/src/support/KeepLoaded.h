// KeepLoaded: a library that contains the runtime stays in memory when the program unloads it.
//
// The runtime's threads, and CUDA's list of kernels, have addresses in it until the process ends. A rewritten library
// may be closed and opened again; it finds the runtime as it has left it.
#pragma once

namespace clustrix::runtime {

/// Nothing to do where the runtime is part of the program itself.
void keepLoaded();

}  // namespace clustrix::runtime
