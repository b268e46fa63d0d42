// What a test of copies needs without a backend: a stream of one GPU with the pinned memory that it copies through, and
// memory of the current GPU.
#pragma once

#include <cuda_runtime_api.h>

#include <catch2/catch.hpp>
#include <vector>

#include "cuda/Stream.h"

namespace clustrix::test {

using namespace clustrix::runtime;

/// The GPU is the thread's current one while it lives.
struct OpenStream {
  explicit OpenStream(int physical = 0) : stream(DeviceId{physical}, opened(physical), pinned) {}
  ~OpenStream() { (void)cudaSetDevice(0); }
  OpenStream(const OpenStream&) = delete;
  OpenStream& operator=(const OpenStream&) = delete;

  static cudaStream_t opened(int physical) {
    cudaStream_t handle = nullptr;
    REQUIRE(cudaSetDevice(physical) == cudaSuccess);
    REQUIRE(cudaStreamCreateWithFlags(&handle, cudaStreamNonBlocking) == cudaSuccess);
    return handle;
  }
  Status take(std::size_t bytes, std::uintptr_t& address) {
    if (full) return {Failure::OutOfMemory, "full"};
    void* memory = nullptr;
    REQUIRE(cudaHostAlloc(&memory, bytes, cudaHostAllocPortable) == cudaSuccess);
    address = reinterpret_cast<std::uintptr_t>(memory);
    return {};
  }
  static Status give(std::uintptr_t address) {
    REQUIRE(cudaFreeHost(reinterpret_cast<void*>(address)) == cudaSuccess);
    return {};
  }
  std::size_t slots() const { return pinned.used() / cuda::Stream::slotBytes; }
  Status wait() {
    stream.use();
    return stream.synchronize();
  }

  bool full = false;  // the machine has no more pinned memory
  cuda::Cache pinned{[this](std::size_t bytes, std::uintptr_t& address) { return take(bytes, address); }, &give, 0};
  cuda::Stream stream;
};

using Bytes = std::vector<char>;

inline Bytes counting(std::size_t size) {
  Bytes bytes(size);
  for (std::size_t byte = 0; byte < size; ++byte) bytes[byte] = static_cast<char>(byte * 31 % 251);
  return bytes;
}

class OnDevice {
 public:
  explicit OnDevice(const Bytes& bytes) : size_(bytes.size()) {
    REQUIRE(cudaMalloc(&memory_, size_) == cudaSuccess);
    REQUIRE(cudaMemcpy(memory_, bytes.data(), size_, cudaMemcpyHostToDevice) == cudaSuccess);
  }
  ~OnDevice() { (void)cudaFree(memory_); }
  OnDevice(const OnDevice&) = delete;
  OnDevice& operator=(const OnDevice&) = delete;

  char* at() const { return static_cast<char*>(memory_); }
  /// What is there now: what no stream has got to is not.
  Bytes bytes() const {
    Bytes back(size_);
    REQUIRE(cudaMemcpy(back.data(), memory_, size_, cudaMemcpyDeviceToHost) == cudaSuccess);
    return back;
  }

 private:
  void* memory_ = nullptr;
  const std::size_t size_;
};

}  // namespace clustrix::test
