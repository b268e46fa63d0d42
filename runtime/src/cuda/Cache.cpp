#include "cuda/Cache.h"

#include <utility>

#include "memory/Alignment.h"
#include "support/BestEffort.h"

namespace clustrix::runtime::cuda {

Cache::Cache(Take take, Give give, std::size_t most) : take_(std::move(take)), give_(std::move(give)), most_(most) {}

// Blocks in use when the backend goes are given back too: nobody else knows of them.
Cache::~Cache() {
  if (abandoned_) return;
  (void)trim();
  for (const auto& block : inUse_) (void)give_(block.first);
}

bool Cache::reuse(std::size_t bytes, std::uintptr_t& address) {
  const auto found = free_.lower_bound(bytes);
  if (found == free_.end() || found->first > bytes + bytes / 8 + static_cast<std::size_t>(deviceAlignment))
    return false;
  address = found->second;
  inUse_[address] = found->first;
  used_ += found->first;
  kept_ -= found->first;
  free_.erase(found);
  return true;
}

Status Cache::allocate(std::size_t bytes, std::uintptr_t& address) {
  const std::size_t wanted = most_ == 0 ? bytes : allocatedBytes(bytes);
  {
    const std::lock_guard<std::mutex> lock(mutex_);
    if (abandoned_) return {Failure::DeviceLost, "the device was lost earlier"};
    if (reuse(wanted, address)) return {};
  }
  Status status = take_(wanted, address);
  // Once more also where nothing was kept: another program may have had the memory for a moment.
  if (status.failure == Failure::OutOfMemory) {
    status = trim();
    if (status.ok()) status = take_(wanted, address);
  }
  if (!status.ok()) return status;
  try {
    const std::lock_guard<std::mutex> lock(mutex_);
    inUse_[address] = wanted;
    used_ += wanted;
  } catch (...) {
    (void)give_(address);
    throw;
  }
  return {};
}

Status Cache::release(std::uintptr_t address) {
  {
    const std::lock_guard<std::mutex> lock(mutex_);
    const auto found = inUse_.find(address);
    if (found == inUse_.end()) return {Failure::Failed, "release: the address was not allocated here"};
    const std::size_t bytes = found->second;
    inUse_.erase(found);
    used_ -= bytes;
    if (abandoned_) return {};
    bool isKept = false;
    if (kept_ + bytes <= most_)
      bestEffort([&] {
        free_.emplace(bytes, address);
        isKept = true;
      });
    if (isKept) {
      kept_ += bytes;
      return {};
    }
  }
  return give_(address);
}

Status Cache::trim() {
  std::multimap<std::size_t, std::uintptr_t> blocks;
  {
    const std::lock_guard<std::mutex> lock(mutex_);
    blocks.swap(free_);
    kept_ = 0;
  }
  Status first;
  for (const auto& block : blocks) {
    Status status = give_(block.second);
    if (first.ok()) first = std::move(status);
  }
  return first;
}

void Cache::abandon() {
  const std::lock_guard<std::mutex> lock(mutex_);
  abandoned_ = true;
  free_.clear();
  kept_ = 0;
}

std::size_t Cache::used() const {
  const std::lock_guard<std::mutex> lock(mutex_);
  return used_;
}

std::size_t Cache::kept() const {
  const std::lock_guard<std::mutex> lock(mutex_);
  return kept_;
}

bool Cache::holds(std::uintptr_t address) const {
  const std::lock_guard<std::mutex> lock(mutex_);
  auto after = inUse_.upper_bound(address);
  if (after == inUse_.begin()) return false;
  --after;
  return address - after->first < after->second;
}

}  // namespace clustrix::runtime::cuda
