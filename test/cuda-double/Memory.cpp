// Device memory that the host cannot touch: each block is one memfd mapped twice.
//
//     guard │ canary │ block as handed out │ canary │ guard      PROT_NONE but while a kernel of this device runs
//           │ the same bytes, for the double's own copies │      always readable and writable
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "Double.h"

namespace cudadouble {
namespace {

constexpr std::size_t page = 4096;
constexpr std::size_t alignment = 256;
constexpr unsigned char canary = 0xCA;
constexpr unsigned char rubbish = 0xA5;
constexpr std::size_t rubbishLimit = std::size_t{64} << 20;  // more than this would only make pages resident

std::size_t roundUp(std::size_t bytes, std::size_t to) { return (bytes + to - 1) / to * to; }

/// Null pages where the machine itself has no room.
Block map(std::size_t bytes) {
  Block block;
  const int file = memfd_create("cuda-double", MFD_CLOEXEC);
  const std::size_t pageBytes = roundUp(roundUp(bytes, alignment), page);
  if (file < 0) return block;
  if (ftruncate(file, static_cast<off_t>(pageBytes)) == 0) {
    void* room = mmap(nullptr, pageBytes + 2 * page, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    void* inside = mmap(nullptr, pageBytes, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    if (room != MAP_FAILED && inside != MAP_FAILED) {
      block.pages = static_cast<char*>(room) + page;
      block.insidePages = static_cast<char*>(inside);
      block.pageBytes = pageBytes;
      mmap(block.pages, pageBytes, machine().open ? PROT_READ | PROT_WRITE : PROT_NONE, MAP_SHARED | MAP_FIXED, file,
           0);
    }
  }
  close(file);
  return block;
}

bool intact(const Block& block) {
  const auto isCanary = [](char byte) { return static_cast<unsigned char>(byte) == canary; };
  return std::all_of(block.insidePages, block.inside, isCanary) &&
         std::all_of(block.inside + block.bytes, block.insidePages + block.pageBytes, isCanary);
}

cudaError_t allocate(void** pointer, std::size_t bytes) {
  if (pointer == nullptr) return cudaErrorInvalidValue;
  *pointer = nullptr;
  if (bytes == 0) return cudaSuccess;
  Device& device = machine().devices[static_cast<std::size_t>(currentDevice())];
  if (roundUp(bytes, alignment) > device.limit - device.used) return cudaErrorMemoryAllocation;
  Block block = map(bytes);
  if (block.pages == nullptr) return cudaErrorMemoryAllocation;
  // At the end of its pages: running over is commoner than running under.
  const std::size_t start = block.pageBytes - roundUp(bytes, alignment);
  block.bytes = bytes;
  block.handed = block.pages + start;
  block.inside = block.insidePages + start;
  std::memset(block.insidePages, canary, start);
  std::memset(block.inside + bytes, canary, block.pageBytes - start - bytes);
  std::memset(block.inside, rubbish, std::min(bytes, rubbishLimit));
  device.blocks[reinterpret_cast<std::uintptr_t>(block.handed)] = block;
  device.used += roundUp(bytes, alignment);
  device.peak = std::max(device.peak, device.used);
  *pointer = block.handed;
  return cudaSuccess;
}

cudaError_t release(void* pointer) {
  if (pointer == nullptr) return cudaSuccess;
  for (std::size_t number = 0; number < machine().devices.size(); ++number) {
    Device& device = machine().devices[number];
    const auto found = device.blocks.find(reinterpret_cast<std::uintptr_t>(pointer));
    if (found == device.blocks.end()) continue;
    const cudaError_t waited = drainAll(static_cast<int>(number));  // cudaFree waits for the device
    checkCanaries(static_cast<int>(number));
    const Block& block = found->second;
    munmap(block.insidePages, block.pageBytes);
    // The address stays reserved for good: whoever uses it again gets a fault, not somebody else's block.
    mmap(block.pages, block.pageBytes, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED, -1, 0);
    device.used -= roundUp(block.bytes, alignment);
    device.blocks.erase(found);
    return waited;
  }
  return cudaErrorInvalidValue;
}

bool isPinned(const void* pointer, std::size_t bytes) {
  const auto address = reinterpret_cast<std::uintptr_t>(pointer);
  auto after = machine().pinned.upper_bound(address);
  if (after == machine().pinned.begin()) return false;
  --after;
  return address + bytes <= after->first + after->second;
}

bool overlapsPinned(const void* pointer, std::size_t bytes) {
  const auto begin = reinterpret_cast<std::uintptr_t>(pointer);
  for (const auto& [address, size] : machine().pinned)
    if (begin < address + size && address < begin + bytes) return true;
  return false;
}

}  // namespace

Place locate(const void* pointer, std::size_t bytes) {
  Place place;
  const auto address = reinterpret_cast<std::uintptr_t>(pointer);
  for (std::size_t number = 0; number < machine().devices.size(); ++number) {
    const auto& blocks = machine().devices[number].blocks;
    auto after = blocks.upper_bound(address);
    if (after == blocks.begin()) continue;
    const Block& block = (--after)->second;
    const std::size_t offset = address - after->first;
    if (offset >= roundUp(block.bytes, alignment)) continue;
    place.device = static_cast<int>(number);
    place.address = block.inside + offset;
    place.valid = offset <= block.bytes && bytes <= block.bytes - offset;
    return place;
  }
  place.address = static_cast<char*>(const_cast<void*>(pointer));
  place.pinned = isPinned(pointer, bytes);
  place.valid = pointer != nullptr;
  return place;
}

void openDevice(int device, bool open) {
  if (machine().open) return;
  for (const auto& entry : machine().devices[static_cast<std::size_t>(device)].blocks)
    mprotect(entry.second.pages, entry.second.pageBytes, open ? PROT_READ | PROT_WRITE : PROT_NONE);
}

void checkCanaries(int device) {
  if (machine().open) return;
  for (const auto& entry : machine().devices[static_cast<std::size_t>(device)].blocks) {
    if (intact(entry.second)) continue;
    std::fprintf(stderr, "cuda double: device %d: something wrote beside the block of %zu bytes at %p\n", device,
                 entry.second.bytes, static_cast<void*>(entry.second.handed));
    std::abort();
  }
}

}  // namespace cudadouble

using namespace cudadouble;

extern "C" {

cudaError_t cudaMalloc(void** devPtr, size_t size) {
  return call("cudaMalloc", [&] { return allocate(devPtr, size); });
}

cudaError_t cudaFree(void* devPtr) {
  return call("cudaFree", [&] { return release(devPtr); });
}

cudaError_t cudaMemGetInfo(size_t* free, size_t* total) {
  return call("cudaMemGetInfo", [&] {
    const Device& device = machine().devices[static_cast<std::size_t>(currentDevice())];
    *free = device.limit - device.used;
    *total = device.limit;
    return cudaSuccess;
  });
}

cudaError_t cudaHostAlloc(void** pHost, size_t size, unsigned int) {
  return call("cudaHostAlloc", [&] {
    *pHost = std::aligned_alloc(page, roundUp(std::max<size_t>(size, 1), page));
    if (*pHost == nullptr) return cudaErrorMemoryAllocation;
    machine().pinned[reinterpret_cast<std::uintptr_t>(*pHost)] = size;
    return cudaSuccess;
  });
}

cudaError_t cudaMallocHost(void** ptr, size_t size) { return cudaHostAlloc(ptr, size, cudaHostAllocDefault); }

cudaError_t cudaFreeHost(void* ptr) {
  return call("cudaFreeHost", [&] {
    if (ptr == nullptr) return cudaSuccess;
    cudaError_t waited = cudaSuccess;
    for (std::size_t number = 0; number < machine().devices.size(); ++number)
      if (const cudaError_t error = drainAll(static_cast<int>(number))) waited = error;
    if (machine().pinned.erase(reinterpret_cast<std::uintptr_t>(ptr)) == 0) return cudaErrorInvalidValue;
    std::free(ptr);
    return waited;
  });
}

cudaError_t cudaHostRegister(void* ptr, size_t size, unsigned int) {
  return call("cudaHostRegister", [&] {
    if (ptr == nullptr || size == 0) return cudaErrorInvalidValue;
    if (overlapsPinned(ptr, size)) return cudaErrorHostMemoryAlreadyRegistered;
    machine().pinned[reinterpret_cast<std::uintptr_t>(ptr)] = size;
    return cudaSuccess;
  });
}

cudaError_t cudaHostUnregister(void* ptr) {
  return call("cudaHostUnregister", [&] {
    for (std::size_t number = 0; number < machine().devices.size(); ++number) drainAll(static_cast<int>(number));
    return machine().pinned.erase(reinterpret_cast<std::uintptr_t>(ptr)) ? cudaSuccess
                                                                         : cudaErrorHostMemoryNotRegistered;
  });
}

cudaError_t cudaPointerGetAttributes(cudaPointerAttributes* attributes, const void* ptr) {
  return call("cudaPointerGetAttributes", [&] {
    const Place place = locate(ptr, 1);
    *attributes = {};
    attributes->type = place.device >= 0 ? cudaMemoryTypeDevice
                       : place.pinned    ? cudaMemoryTypeHost
                                         : cudaMemoryTypeUnregistered;
    attributes->device = place.device;
    return cudaSuccess;
  });
}

}  // extern "C"
