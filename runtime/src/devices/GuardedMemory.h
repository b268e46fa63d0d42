// GuardedMemory: a virtual device's memory, between pages that no one may touch, filled with a pattern.
//
//     │ no access │ slack, 0xCB │ bytes, 0xCB │ no access │
//
// A kernel that reads what was not declared gets the pattern, and one that runs past its buffer ends the program.
#pragma once

#include <cstddef>
#include <vector>

namespace clustrix::runtime {

constexpr unsigned char poison = 0xCB;

struct GuardedMemory {
  void* data = nullptr;  // aligned to 256; ends less than 256 bytes before a guard page
  std::size_t bytes = 0;
  void* mapping = nullptr;
  std::size_t mapped = 0;
};

/// `data` is null when the system has no more.
GuardedMemory mapGuarded(std::size_t bytes);
void unmapGuarded(const GuardedMemory& memory);

/// Keeps small mappings for the next allocation, which gets them as if they were new: a program of many short loops
/// would spend its time in the system otherwise.
class GuardedPool {
 public:
  GuardedPool();
  ~GuardedPool();
  GuardedPool(const GuardedPool&) = delete;
  GuardedPool& operator=(const GuardedPool&) = delete;

  GuardedMemory take(std::size_t bytes);
  void giveBack(const GuardedMemory& memory) noexcept;

 private:
  std::vector<GuardedMemory> kept_;
};

}  // namespace clustrix::runtime
