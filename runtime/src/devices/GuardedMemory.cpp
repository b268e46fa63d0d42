#include "devices/GuardedMemory.h"

#include <sys/mman.h>
#include <unistd.h>

#include <cstring>

#include "memory/Alignment.h"

namespace clustrix::runtime {
namespace {

constexpr std::size_t mostKept = 32;
constexpr std::size_t largestKept = std::size_t{1} << 20;

std::size_t pageSize() {
  static const std::size_t size = static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
  return size;
}

std::size_t usedBytes(std::size_t bytes) { return allocatedBytes(bytes == 0 ? 1 : bytes); }
std::size_t innerBytes(std::size_t bytes) { return roundedUp(usedBytes(bytes), pageSize()); }

// Poisons a mapping's inner pages and puts `bytes` at their end.
void place(GuardedMemory& memory, std::size_t bytes) {
  char* const first = static_cast<char*>(memory.mapping) + pageSize();
  std::memset(first, poison, innerBytes(bytes));
  memory.bytes = bytes;
  memory.data = first + (innerBytes(bytes) - usedBytes(bytes));
}

}  // namespace

GuardedMemory mapGuarded(std::size_t bytes) {
  const std::size_t page = pageSize(), inner = innerBytes(bytes);
  GuardedMemory memory;
  if (inner < bytes) return memory;  // the sum has wrapped around
  memory.mapped = inner + 2 * page;
  void* const mapping = mmap(nullptr, memory.mapped, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (mapping == MAP_FAILED) return {};
  memory.mapping = mapping;
  if (mprotect(static_cast<char*>(mapping) + page, inner, PROT_READ | PROT_WRITE) != 0) {
    munmap(mapping, memory.mapped);
    return {};
  }
  place(memory, bytes);
  return memory;
}

void unmapGuarded(const GuardedMemory& memory) {
  if (memory.mapping != nullptr) munmap(memory.mapping, memory.mapped);
}

// All at once: memory is given back when there is none left, too.
GuardedPool::GuardedPool() { kept_.reserve(mostKept); }

GuardedPool::~GuardedPool() {
  for (const GuardedMemory& memory : kept_) unmapGuarded(memory);
}

GuardedMemory GuardedPool::take(std::size_t bytes) {
  for (GuardedMemory& candidate : kept_) {
    if (candidate.mapped != innerBytes(bytes) + 2 * pageSize()) continue;
    GuardedMemory memory = candidate;
    candidate = kept_.back();
    kept_.pop_back();
    place(memory, bytes);
    return memory;
  }
  return mapGuarded(bytes);
}

void GuardedPool::giveBack(const GuardedMemory& memory) noexcept {
  if (kept_.size() < mostKept && memory.mapped <= largestKept)
    kept_.push_back(memory);
  else
    unmapGuarded(memory);
}

}  // namespace clustrix::runtime
