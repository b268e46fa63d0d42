// Registers and spills of kernels, as `ptxas -v` tells them.
#pragma once

#include "Module.h"

namespace ptx {

/// Sets the resources of all functions; without ptxas in the PATH a kernel counts as using 32 registers.
/// CLUSTRIX_PTX_ARCH: the architecture (sm_90).
void findResources(Module& module);

}  // namespace ptx
