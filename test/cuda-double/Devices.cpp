// What devices there are, what they are like, and the words for errors.
#include <algorithm>
#include <cstring>

#include "Double.h"

namespace cudadouble {
namespace {

bool exists(int device) { return device >= 0 && static_cast<std::size_t>(device) < machine().devices.size(); }

void describe(cudaDeviceProp& properties, int number) {
  const Device& device = machine().devices[static_cast<std::size_t>(number)];
  std::memset(&properties, 0, sizeof properties);
  std::snprintf(properties.name, sizeof properties.name, "%s %d", model().name, number);
  properties.totalGlobalMem = device.limit;
  properties.sharedMemPerBlock = std::size_t{48} << 10;
  properties.warpSize = 1;  // kernels are the host's, one thread after another
  properties.memPitch = 0x7fffffff;
  properties.maxThreadsPerBlock = 1024;
  properties.maxGridSize[0] = 0x7fffffff;
  properties.maxGridSize[1] = properties.maxGridSize[2] = 65535;
  properties.major = model().major;
  properties.multiProcessorCount = device.multiprocessors;
  properties.canMapHostMemory = 1;
  properties.pciBusID = number + 1;
  properties.asyncEngineCount = 2;
  properties.unifiedAddressing = 1;
  properties.memoryBusWidth = 5120;
  properties.maxThreadsPerMultiProcessor = 2048;
}

cudaError_t attribute(int* value, cudaDeviceAttr which, int number) {
  const Device& device = machine().devices[static_cast<std::size_t>(number)];
  switch (which) {
    case cudaDevAttrMultiProcessorCount:
      *value = device.multiprocessors;
      return cudaSuccess;
    case cudaDevAttrClockRate:
      *value = device.clockKilohertz;
      return cudaSuccess;
    case cudaDevAttrMemoryClockRate:
      *value = model().memoryKilohertz;
      return cudaSuccess;
    case cudaDevAttrGlobalMemoryBusWidth:
      *value = 5120;
      return cudaSuccess;
    case cudaDevAttrComputeCapabilityMajor:
      *value = model().major;
      return cudaSuccess;
    case cudaDevAttrComputeCapabilityMinor:
      *value = 0;
      return cudaSuccess;
    case cudaDevAttrMaxThreadsPerMultiProcessor:
      *value = 2048;
      return cudaSuccess;
    default:
      return cudaErrorNotSupported;  // better than an invented number
  }
}

struct Words {
  cudaError_t error;
  const char* name;
  const char* text;
};

const Words words[] = {
    {cudaSuccess, "cudaSuccess", "no error"},
    {cudaErrorInvalidValue, "cudaErrorInvalidValue", "invalid argument"},
    {cudaErrorMemoryAllocation, "cudaErrorMemoryAllocation", "out of memory"},
    {cudaErrorInvalidConfiguration, "cudaErrorInvalidConfiguration", "invalid configuration argument"},
    {cudaErrorInvalidPitchValue, "cudaErrorInvalidPitchValue", "invalid pitch argument"},
    {cudaErrorInsufficientDriver, "cudaErrorInsufficientDriver",
     "CUDA driver version is insufficient for CUDA runtime version"},
    {cudaErrorDevicesUnavailable, "cudaErrorDevicesUnavailable", "CUDA-capable device(s) is/are busy or unavailable"},
    {cudaErrorInvalidDeviceFunction, "cudaErrorInvalidDeviceFunction", "invalid device function"},
    {cudaErrorNoDevice, "cudaErrorNoDevice", "no CUDA-capable device is detected"},
    {cudaErrorInvalidDevice, "cudaErrorInvalidDevice", "invalid device ordinal"},
    {cudaErrorECCUncorrectable, "cudaErrorECCUncorrectable", "uncorrectable ECC error encountered"},
    {cudaErrorInvalidResourceHandle, "cudaErrorInvalidResourceHandle", "invalid resource handle"},
    {cudaErrorIllegalAddress, "cudaErrorIllegalAddress", "an illegal memory access was encountered"},
    {cudaErrorLaunchOutOfResources, "cudaErrorLaunchOutOfResources", "too many resources requested for launch"},
    {cudaErrorPeerAccessAlreadyEnabled, "cudaErrorPeerAccessAlreadyEnabled", "peer access is already enabled"},
    {cudaErrorHostMemoryAlreadyRegistered, "cudaErrorHostMemoryAlreadyRegistered",
     "part or all of the requested memory range is already mapped"},
    {cudaErrorHostMemoryNotRegistered, "cudaErrorHostMemoryNotRegistered",
     "pointer does not correspond to a registered memory region"},
    {cudaErrorLaunchFailure, "cudaErrorLaunchFailure", "unspecified launch failure"},
    {cudaErrorNotSupported, "cudaErrorNotSupported", "operation not supported"},
};

const Words* find(cudaError_t error) {
  const auto* found =
      std::find_if(std::begin(words), std::end(words), [&](const Words& each) { return each.error == error; });
  return found == std::end(words) ? nullptr : found;
}

}  // namespace
}  // namespace cudadouble

using namespace cudadouble;

extern "C" {

cudaError_t cudaGetDeviceCount(int* count) {
  return callAnyway("cudaGetDeviceCount", [&] {
    *count = static_cast<int>(machine().devices.size());
    return *count == 0 ? cudaErrorNoDevice : cudaSuccess;
  });
}

cudaError_t cudaGetDevice(int* device) {
  return callAnyway("cudaGetDevice", [&] {
    *device = currentDevice();
    return cudaSuccess;
  });
}

cudaError_t cudaSetDevice(int device) {
  return callAnyway("cudaSetDevice", [&] {
    if (!exists(device)) return cudaErrorInvalidDevice;
    currentDevice() = device;
    return cudaSuccess;
  });
}

cudaError_t cudaGetDeviceProperties(cudaDeviceProp* prop, int device) {
  return callAnyway("cudaGetDeviceProperties", [&] {
    if (!exists(device)) return cudaErrorInvalidDevice;
    describe(*prop, device);
    return cudaSuccess;
  });
}

cudaError_t cudaDeviceGetAttribute(int* value, cudaDeviceAttr attr, int device) {
  return callAnyway("cudaDeviceGetAttribute",
                    [&] { return exists(device) ? attribute(value, attr, device) : cudaErrorInvalidDevice; });
}

cudaError_t cudaDeviceCanAccessPeer(int* canAccessPeer, int device, int peerDevice) {
  return callAnyway("cudaDeviceCanAccessPeer", [&] {
    if (!exists(device) || !exists(peerDevice)) return cudaErrorInvalidDevice;
    // Two islands of four: machines where every pair is linked hide mistakes.
    *canAccessPeer = device != peerDevice && device / 4 == peerDevice / 4;
    return cudaSuccess;
  });
}

cudaError_t cudaDeviceEnablePeerAccess(int peerDevice, unsigned int) {
  return call("cudaDeviceEnablePeerAccess", [&] {
    if (!exists(peerDevice) || peerDevice == currentDevice()) return cudaErrorInvalidDevice;
    auto& peers = machine().peers[currentDevice()];
    if (std::find(peers.begin(), peers.end(), peerDevice) != peers.end()) return cudaErrorPeerAccessAlreadyEnabled;
    peers.push_back(peerDevice);
    return cudaSuccess;
  });
}

cudaError_t cudaRuntimeGetVersion(int* runtimeVersion) {
  *runtimeVersion = CUDART_VERSION;
  return cudaSuccess;
}

cudaError_t cudaDriverGetVersion(int* driverVersion) {
  *driverVersion = machine().noDriver ? 0 : CUDART_VERSION;
  return cudaSuccess;
}

cudaError_t cudaGetLastError(void) {
  const cudaError_t error = lastError();
  lastError() = cudaSuccess;
  return error;
}

cudaError_t cudaPeekAtLastError(void) { return lastError(); }

const char* cudaGetErrorName(cudaError_t error) {
  const Words* found = find(error);
  return found ? found->name : "unrecognized error code";
}

const char* cudaGetErrorString(cudaError_t error) {
  const Words* found = find(error);
  return found ? found->text : "unrecognized error code";
}

}  // extern "C"
