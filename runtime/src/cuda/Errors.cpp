#include "cuda/Errors.h"

#include "cuda/Current.h"

namespace clustrix::runtime::cuda {

Failure classify(cudaError_t error) {
  switch (error) {
    case cudaSuccess:
      return Failure::None;
    case cudaErrorMemoryAllocation:
      return Failure::OutOfMemory;
    // No machine code for this GPU, or too much asked of it by this kernel.
    case cudaErrorNoKernelImageForDevice:
    case cudaErrorInvalidKernelImage:
    case cudaErrorInvalidDeviceFunction:
    case cudaErrorUnsupportedPtxVersion:
    case cudaErrorInvalidPtx:
    case cudaErrorJitCompilerNotFound:
    case cudaErrorJitCompilationDisabled:
    case cudaErrorLaunchOutOfResources:
    case cudaErrorInvalidConfiguration:
    case cudaErrorNotSupported:
      return Failure::Unsupported;
    // CUDA documents these as leaving the process's context unusable.
    case cudaErrorIllegalAddress:
    case cudaErrorLaunchFailure:
    case cudaErrorLaunchTimeout:
    case cudaErrorHardwareStackError:
    case cudaErrorIllegalInstruction:
    case cudaErrorMisalignedAddress:
    case cudaErrorInvalidAddressSpace:
    case cudaErrorInvalidPc:
    case cudaErrorAssert:
    case cudaErrorECCUncorrectable:
    case cudaErrorNvlinkUncorrectable:
    case cudaErrorContextIsDestroyed:
    case cudaErrorExternalDevice:
    case cudaErrorMpsConnectionFailed:
    case cudaErrorUnknown:
    // And with these it never was usable.
    case cudaErrorDevicesUnavailable:
    case cudaErrorNoDevice:
    case cudaErrorInvalidDevice:
    case cudaErrorInsufficientDriver:
    case cudaErrorSystemDriverMismatch:
    case cudaErrorSystemNotReady:
    case cudaErrorInitializationError:
    case cudaErrorCudartUnloading:
      return Failure::DeviceLost;
    default:
      return Failure::Failed;
  }
}

Status statusOf(cudaError_t error, const char* what) {
  if (error == cudaSuccess) return {};
  (void)cudaGetLastError();
  return {classify(error), std::string(what) + ": " + cudaGetErrorName(error) + ": " + cudaGetErrorString(error)};
}

Status statusOfPeerOperation(cudaError_t error, const char* what, int physicalDevice) {
  Status status = statusOf(error, what);
  if (status.failure != Failure::DeviceLost) return status;
  const Current current(physicalDevice);
  if (current.error() == cudaSuccess && cudaStreamSynchronize(nullptr) == cudaSuccess) {
    status.failure = Failure::Failed;
    status.message += " (the other device's error)";
  } else {
    (void)cudaGetLastError();
  }
  return status;
}

}  // namespace clustrix::runtime::cuda
