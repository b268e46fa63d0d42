// A CUDA backend on the test double, and what a test does with one: move vectors to and fro.
#pragma once

#include <catch2/catch.hpp>

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "cuda/CudaBackend.h"

namespace clustrix::test {

using namespace clustrix::runtime;

inline std::unique_ptr<Backend> makeBackend(int split = 1, const std::vector<int>& positions = {}) {
  cuda::Enumeration found = cuda::enumerate(positions, split);
  REQUIRE_FALSE(found.devices.empty());
  return std::make_unique<cuda::CudaBackend>(std::move(found.devices));
}

inline void require(const Status& status) {
  INFO(status.message);
  REQUIRE(status.ok());
}

/// One device with a stream and a block of memory; both go with it.
class Bench {
 public:
  Bench(Backend& on, int device, std::size_t bytes) : backend(on), id(DeviceId{device}) {
    require(backend.openStream(id, stream));
    require(backend.allocate(id, bytes, memory));
  }
  ~Bench() {
    (void)backend.closeStream(id, stream);
    (void)backend.release(id, memory);
  }
  Bench(const Bench&) = delete;
  Bench& operator=(const Bench&) = delete;

  std::uintptr_t at(std::size_t byte = 0) const { return static_cast<std::uintptr_t>(memory) + byte; }
  template <class T>
  T* as() const {
    return reinterpret_cast<T*>(at());
  }

  Status upload(const void* from, std::size_t bytes) {
    return backend.copy(id, stream, {CopyKind::HostToDevice, reinterpret_cast<std::uintptr_t>(from), at(), bytes});
  }
  Status download(void* to, std::size_t bytes) {
    return backend.copy(id, stream, {CopyKind::DeviceToHost, at(), reinterpret_cast<std::uintptr_t>(to), bytes});
  }
  template <class K>
  Status launch(const Kernel* kernel, const K& object, Chunk chunk, Index block = 1, DeviceAddress partials = {}) {
    return backend.launch(id, stream, {kernel, &object, chunk, block, partials});
  }
  Status wait() { return backend.synchronize(id, stream); }

  Backend& backend;
  DeviceId id;
  StreamId stream{};
  DeviceAddress memory{};
};

}  // namespace clustrix::test
