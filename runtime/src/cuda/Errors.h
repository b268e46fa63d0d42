// Errors of the CUDA runtime as the values that the executor decides by.
#pragma once

#include <cuda_runtime_api.h>

#include "devices/Backend.h"

namespace clustrix::runtime::cuda {

/// What the runtime can do about it: retry smaller, elsewhere, or give the device up.
Failure classify(cudaError_t error);

/// "WHAT: cudaErrorMemoryAllocation: out of memory". Also takes the error out of CUDA's per-thread memory, so that the
/// user's own cudaGetLastError does not find ours.
Status statusOf(cudaError_t error, const char* what);

/// statusOf for an operation that involves `peer` too: the device is only lost when a wait on it says so as well.
Status statusOfPeerOperation(cudaError_t error, const char* what, int physicalDevice);

}  // namespace clustrix::runtime::cuda
