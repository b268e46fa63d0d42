// What the hand-written CUDA programs share: errors, arrays on the device, and the time of their kernels.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <vector>

#include <cuda_runtime.h>

/// Ends the program with the runtime's words where `error` is one.
inline void check(cudaError_t error) {
  if (error == cudaSuccess) return;
  std::fprintf(stderr, "CUDA: %s\n", cudaGetErrorString(error));
  std::exit(1);
}

/// An array of `count` elements in device memory, freed with its owner. It passes as a pointer to a kernel.
template <class T>
class Device {
 public:
  explicit Device(std::size_t count) : count_(count) { check(cudaMalloc(&data_, count * sizeof(T))); }
  explicit Device(const std::vector<T>& host) : Device(host.size()) { upload(host.data()); }
  Device(const Device&) = delete;
  Device& operator=(const Device&) = delete;
  ~Device() { cudaFree(data_); }

  T* data() const { return data_; }
  operator T*() const { return data_; }
  std::size_t size() const { return count_; }

  void upload(const T* host) { check(cudaMemcpy(data_, host, count_ * sizeof(T), cudaMemcpyHostToDevice)); }
  void upload(const std::vector<T>& host) { upload(host.data()); }
  void download(T* host) const { check(cudaMemcpy(host, data_, count_ * sizeof(T), cudaMemcpyDeviceToHost)); }
  void download(std::vector<T>& host) const { download(host.data()); }

 private:
  T* data_ = nullptr;
  std::size_t count_ = 0;
};

/// Calls `launch` `repeats` times, each between two events, and prints `kernel_us MEDIAN` on standard error: the
/// microseconds on the device of all that one call launches. The first call loads the code, so three repeats or more.
template <class F>
void timed(long repeats, F launch) {
  cudaEvent_t begin, end;
  check(cudaEventCreate(&begin));
  check(cudaEventCreate(&end));
  std::vector<float> times;
  for (long i = 0; i < repeats; ++i) {
    check(cudaEventRecord(begin));
    launch();
    check(cudaEventRecord(end));
    check(cudaGetLastError());
    check(cudaEventSynchronize(end));
    float milliseconds = 0;
    check(cudaEventElapsedTime(&milliseconds, begin, end));
    times.push_back(milliseconds);
  }
  check(cudaEventDestroy(begin));
  check(cudaEventDestroy(end));
  std::sort(times.begin(), times.end());
  if (!times.empty()) std::fprintf(stderr, "kernel_us %.3f\n", times[times.size() / 2] * 1e3);
}

/// Blocks of `size` threads that cover `count` items.
constexpr int blocks(long count, int size) { return static_cast<int>((count + size - 1) / size); }
