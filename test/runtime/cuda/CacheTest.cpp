// The cache of blocks, on a source that counts what it gives and takes.
#include "cuda/Cache.h"

#include <catch2/catch.hpp>

#include <set>

using namespace clustrix::runtime;
using clustrix::runtime::cuda::Cache;

namespace {

/// Gives out addresses until `room` bytes are in use.
struct Source {
  explicit Source(std::size_t bytes) : room(bytes) {}

  Cache cache(std::size_t most) {
    return Cache([this](std::size_t bytes, std::uintptr_t& address) { return take(bytes, address); },
                 [this](std::uintptr_t address) { return give(address); }, most);
  }
  Status take(std::size_t bytes, std::uintptr_t& address) {
    if (bytes > room) return {Failure::OutOfMemory, "full"};
    ++taken;
    room -= bytes;
    address = next += std::uintptr_t{1} << 40;
    sizes[address] = bytes;
    return {};
  }
  Status give(std::uintptr_t address) {
    if (sizes.count(address) == 0) return {Failure::Failed, "not mine"};
    room += sizes[address];
    sizes.erase(address);
    return {};
  }

  std::size_t room;
  int taken = 0;
  std::uintptr_t next = 0;
  std::map<std::uintptr_t, std::size_t> sizes;
};

std::uintptr_t allocate(Cache& cache, std::size_t bytes) {
  std::uintptr_t address = 0;
  REQUIRE(cache.allocate(bytes, address).ok());
  return address;
}

}  // namespace

TEST_CASE("A block is handed out again for a like size, not for a much smaller one") {
  Source source(1 << 30);
  Cache cache = source.cache(1 << 28);
  const std::uintptr_t block = allocate(cache, 100000);
  REQUIRE(cache.release(block).ok());
  REQUIRE(allocate(cache, 1000) != block);
  REQUIRE(allocate(cache, 95000) == block);
  REQUIRE(allocate(cache, 95000) != block);
  REQUIRE(source.taken == 3);
}

TEST_CASE("No two blocks in use are the same") {
  Source source(1 << 30);
  Cache cache = source.cache(1 << 28);
  std::set<std::uintptr_t> inUse;
  for (int round = 0; round < 1000; ++round) {
    const std::uintptr_t block = allocate(cache, static_cast<std::size_t>(round % 7 + 1) * 600);
    REQUIRE(inUse.insert(block).second);
    if (round % 3 == 0) {
      REQUIRE(cache.release(*inUse.begin()).ok());
      inUse.erase(inUse.begin());
    }
  }
}

TEST_CASE("It keeps at most what it may, and nothing when that is nothing") {
  Source source(1 << 20);
  Cache cache = source.cache(8192);
  const std::uintptr_t first = allocate(cache, 8192), second = allocate(cache, 8192);
  REQUIRE(cache.used() == 16384);
  REQUIRE(cache.release(first).ok());
  REQUIRE(cache.release(second).ok());
  REQUIRE(cache.kept() == 8192);
  REQUIRE(source.room == (1 << 20) - 8192);

  Source other(1 << 20);
  Cache none = other.cache(0);
  REQUIRE(none.release(allocate(none, 100)).ok());
  REQUIRE(other.room == 1 << 20);
}

TEST_CASE("Kept blocks go back when the source is full") {
  Source source(100000);
  Cache cache = source.cache(1 << 20);
  REQUIRE(cache.release(allocate(cache, 60000)).ok());
  REQUIRE(cache.kept() > 0);
  allocate(cache, 90000);
  REQUIRE(cache.kept() == 0);
  std::uintptr_t address = 0;
  REQUIRE(cache.allocate(90000, address).failure == Failure::OutOfMemory);
}

TEST_CASE("An address that is not in use cannot be given back") {
  Source source(100000);
  Cache cache = source.cache(1 << 20);
  const std::uintptr_t block = allocate(cache, 100);
  REQUIRE(cache.release(block).ok());
  REQUIRE(cache.release(block).failure == Failure::Failed);
  REQUIRE_FALSE(cache.holds(block));
}

TEST_CASE("After the device is lost no block is handed out or given back") {
  Source source(100000);
  Cache cache = source.cache(1 << 20);
  const std::uintptr_t block = allocate(cache, 100), kept = allocate(cache, 100);
  REQUIRE(cache.release(kept).ok());
  cache.abandon();
  REQUIRE(cache.release(block).ok());
  REQUIRE(source.sizes.size() == 2);
  std::uintptr_t address = 0;
  REQUIRE(cache.allocate(100, address).failure == Failure::DeviceLost);
}
