// KeepLoaded: a library that contains the runtime, or a loop that ran, stays in memory when the program unloads it.
//
// The runtime's threads, and CUDA's list of kernels, have addresses in it until the process ends; what the runtime has
// learned of a loop is kept by its site's address, where another library's might come to lie. A rewritten library may
// be closed and opened again; it finds the runtime as it has left it.
#pragma once

#include "clustrix/Options.h"

namespace clustrix::runtime {

/// Nothing to do where the runtime is part of the program itself.
void keepLoaded();
/// The library of a loop, which is another where the runtime is a shared library.
void keepLoaded(const Site& site);

}  // namespace clustrix::runtime
