// Cache: blocks that were given back are handed out again, since cudaMalloc and cudaHostAlloc cost as much as a small
// loop. CLUSTRIX_CUDA_CACHE=0 switches it off, for looking for accesses beside blocks.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <mutex>

#include "devices/Backend.h"

namespace clustrix::runtime::cuda {

class Cache {
 public:
  using Take = std::function<Status(std::size_t bytes, std::uintptr_t& address)>;
  using Give = std::function<Status(std::uintptr_t address)>;

  /// `most`: bytes that it holds at most, those in use not counted. 0: it keeps nothing.
  Cache(Take take, Give give, std::size_t most);
  ~Cache();
  Cache(const Cache&) = delete;
  Cache& operator=(const Cache&) = delete;

  /// A kept block at most an eighth larger, else a new one. Where there is no room the kept ones are given back first.
  /// Errors: those of `take`; DeviceLost after `abandon`.
  Status allocate(std::size_t bytes, std::uintptr_t& address);
  /// Errors: Failed, for an address that is not in use.
  Status release(std::uintptr_t address);
  Status trim();
  /// For a device that is lost: it may still write into any block, so none is handed out or given back again.
  void abandon();

  std::size_t used() const;  // bytes handed out
  std::size_t kept() const;  // bytes that wait to be handed out again
  /// Whether the address lies in a block that is handed out.
  bool holds(std::uintptr_t address) const;

 private:
  bool reuse(std::size_t bytes, std::uintptr_t& address);

  const Take take_;
  const Give give_;
  const std::size_t most_;
  mutable std::mutex mutex_;
  std::map<std::uintptr_t, std::size_t> inUse_;
  std::multimap<std::size_t, std::uintptr_t> free_;
  std::size_t used_ = 0;
  std::size_t kept_ = 0;
  bool abandoned_ = false;
};

}  // namespace clustrix::runtime::cuda
