// Current: makes a device the calling thread's for a scope, and gives the thread back the one that the user's program
// had chosen.
#pragma once

#include <cuda_runtime_api.h>

#include "cuda/Again.h"

namespace clustrix::runtime::cuda {

class Current {
 public:
  explicit Current(int physicalDevice) {
    error_ = again([this] { return cudaGetDevice(&before_); });
    changed_ = error_ == cudaSuccess && before_ != physicalDevice;
    if (changed_) error_ = again([&] { return cudaSetDevice(physicalDevice); });
  }
  ~Current() {
    if (changed_ && again([this] { return cudaSetDevice(before_); }) != cudaSuccess) (void)cudaGetLastError();
  }
  Current(const Current&) = delete;
  Current& operator=(const Current&) = delete;

  /// What kept the device from becoming current: nothing may be asked of it then, since another device would answer.
  cudaError_t error() const { return error_; }

 private:
  int before_ = 0;
  bool changed_ = false;
  cudaError_t error_ = cudaSuccess;
};

}  // namespace clustrix::runtime::cuda
