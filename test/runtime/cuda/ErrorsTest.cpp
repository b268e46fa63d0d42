// CUDA's errors as values: what the executor decides by, and whose error is left behind.
#include "cuda/Errors.h"

#include <catch2/catch.hpp>
#include <vector>

#include "OnDouble.h"

using namespace clustrix::runtime;
using namespace clustrix::runtime::cuda;
using namespace clustrix::test;

namespace {

int currentDevice() {
  int device = -1;
  REQUIRE(cudaGetDevice(&device) == cudaSuccess);
  return device;
}

}  // namespace

TEST_CASE("an error says whether less memory, another kernel or another device may help") {
  CHECK(classify(cudaSuccess) == Failure::None);
  CHECK(classify(cudaErrorMemoryAllocation) == Failure::OutOfMemory);
  for (const cudaError_t error : {cudaErrorNoKernelImageForDevice, cudaErrorUnsupportedPtxVersion,
                                  cudaErrorLaunchOutOfResources, cudaErrorInvalidConfiguration, cudaErrorNotSupported})
    CHECK(classify(error) == Failure::Unsupported);
  for (const cudaError_t error : {cudaErrorIllegalAddress, cudaErrorLaunchFailure, cudaErrorECCUncorrectable,
                                  cudaErrorUnknown, cudaErrorDevicesUnavailable, cudaErrorInvalidDevice})
    CHECK(classify(error) == Failure::DeviceLost);
  // An argument that was wrong, or something that is busy, leaves the device at work.
  for (const cudaError_t error : {cudaErrorInvalidValue, cudaErrorInvalidPitchValue, cudaErrorNotReady,
                                  cudaErrorPeerAccessAlreadyEnabled, cudaErrorInvalidResourceHandle})
    CHECK(classify(error) == Failure::Failed);
}

TEST_CASE("a failure is named with what was tried, and CUDA does not remember it") {
  const cudaError_t error = cudaSetDevice(99);
  REQUIRE(cudaPeekAtLastError() == cudaErrorInvalidDevice);
  const Status status = statusOf(error, "device");
  CHECK(status.failure == Failure::DeviceLost);
  CHECK(status.message == "device: cudaErrorInvalidDevice: invalid device ordinal");
  CHECK(cudaPeekAtLastError() == cudaSuccess);
}

TEST_CASE("a success is no status with a message, and leaves the program's error where it is") {
  REQUIRE(cudaSetDevice(99) == cudaErrorInvalidDevice);
  const Status status = statusOf(cudaSuccess, "device");
  CHECK(status.ok());
  CHECK(status.message.empty());
  CHECK(cudaGetLastError() == cudaErrorInvalidDevice);
}

TEST_CASE("a peer's error is not taken for the device's own") {
  const Status status = statusOfPeerOperation(cudaErrorIllegalAddress, "copy from a peer", 1);
  CHECK(status.failure == Failure::Failed);
  CHECK(status.message ==
        "copy from a peer: cudaErrorIllegalAddress: an illegal memory access was encountered (the other device's "
        "error)");
  CHECK(currentDevice() == 0);
}

TEST_CASE("a device is lost where a wait on it says so too") {
  lose(6);
  const Status status = statusOfPeerOperation(cudaErrorIllegalAddress, "copy from a peer", 6);
  CHECK(status.failure == Failure::DeviceLost);
  CHECK_THAT(status.message, !Catch::Contains("the other device's"));
  CHECK(cudaPeekAtLastError() == cudaSuccess);
  CHECK(currentDevice() == 0);
}

TEST_CASE("a device that cannot be made current counts as lost") {
  const Status status = statusOfPeerOperation(cudaErrorIllegalAddress, "copy from a peer", 99);
  CHECK(status.failure == Failure::DeviceLost);
  CHECK(cudaPeekAtLastError() == cudaSuccess);
}

TEST_CASE("nobody waits for a device that nobody takes for lost") {
  const Calls waits("cudaStreamSynchronize");
  CHECK(statusOfPeerOperation(cudaSuccess, "copy from a peer", 1).ok());
  CHECK(statusOfPeerOperation(cudaErrorInvalidValue, "copy from a peer", 1).failure == Failure::Failed);
  CHECK(statusOfPeerOperation(cudaErrorMemoryAllocation, "copy from a peer", 1).failure == Failure::OutOfMemory);
  CHECK(waits.made() == 0);
}
