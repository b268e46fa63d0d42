// For programs whose host half says what their device half should have computed.
#pragma once

#include <cstdio>
#include <cstdlib>
#include <vector>

inline void must(cudaError_t error, const char* what) {
  if (error == cudaSuccess) return;
  std::printf("%s: %s\n", what, cudaGetErrorString(error));
  std::exit(2);
}

/// An array on the device, with the values of one on the host.
template <class T>
class OnDevice {
 public:
  explicit OnDevice(const std::vector<T>& values) : count_(values.size()) {
    must(cudaMalloc(&values_, count_ * sizeof(T)), "cudaMalloc");
    must(cudaMemcpy(values_, values.data(), count_ * sizeof(T), cudaMemcpyHostToDevice), "to the device");
  }
  ~OnDevice() { cudaFree(values_); }
  OnDevice(const OnDevice&) = delete;
  OnDevice& operator=(const OnDevice&) = delete;

  T* data() const { return values_; }
  std::vector<T> get() const {
    std::vector<T> values(count_);
    must(cudaMemcpy(values.data(), values_, count_ * sizeof(T), cudaMemcpyDeviceToHost), "to the host");
    return values;
  }

 private:
  T* values_ = nullptr;
  std::size_t count_;
};

/// Numbers without a pattern, the same everywhere.
__host__ __device__ inline unsigned long long mixed(unsigned long long seed) {
  seed ^= seed >> 33;
  seed *= 0xff51afd7ed558ccdULL;
  return seed ^ seed >> 29;
}

/// Counts and prints what differs.
struct Tally {
  int wrong = 0;
  void check(bool right, const char* what, long long number) {
    if (!right && wrong++ < 10) std::printf("wrong: %s, number %lld\n", what, number);
  }
  int status() const {
    std::printf("%d wrong\n", wrong);
    return wrong != 0;
  }
};
