#include "FailingNew.h"

#include <cstddef>
#include <cstdlib>
#include <new>

namespace clustrix::test {

NewFails newFails;

namespace {

bool fails() {
  if (!newFails.armed.load(std::memory_order_relaxed)) return false;
  const long place = newFails.asked.fetch_add(1, std::memory_order_relaxed);
  return newFails.first >= 0 && place >= newFails.first && place - newFails.first < newFails.count;
}

void* memoryOf(std::size_t size, std::size_t alignment = __STDCPP_DEFAULT_NEW_ALIGNMENT__) {
  const std::size_t whole = (size + alignment) / alignment * alignment;  // never 0
  return fails() ? nullptr : std::aligned_alloc(alignment, whole);
}

void* memoryOrThrow(std::size_t size, std::size_t alignment = __STDCPP_DEFAULT_NEW_ALIGNMENT__) {
  if (void* const memory = memoryOf(size, alignment)) return memory;
  throw std::bad_alloc();
}

std::size_t number(std::align_val_t alignment) { return static_cast<std::size_t>(alignment); }

}  // namespace
}  // namespace clustrix::test

using clustrix::test::memoryOf;
using clustrix::test::memoryOrThrow;
using clustrix::test::number;

void* operator new(std::size_t size) { return memoryOrThrow(size); }
void* operator new[](std::size_t size) { return memoryOrThrow(size); }
void* operator new(std::size_t size, std::align_val_t alignment) { return memoryOrThrow(size, number(alignment)); }
void* operator new[](std::size_t size, std::align_val_t alignment) { return memoryOrThrow(size, number(alignment)); }
void* operator new(std::size_t size, const std::nothrow_t&) noexcept { return memoryOf(size); }
void* operator new[](std::size_t size, const std::nothrow_t&) noexcept { return memoryOf(size); }
void* operator new(std::size_t size, std::align_val_t alignment, const std::nothrow_t&) noexcept {
  return memoryOf(size, number(alignment));
}
void* operator new[](std::size_t size, std::align_val_t alignment, const std::nothrow_t&) noexcept {
  return memoryOf(size, number(alignment));
}
void operator delete(void* memory) noexcept { std::free(memory); }
void operator delete[](void* memory) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t) noexcept { std::free(memory); }
void operator delete[](void* memory, std::size_t) noexcept { std::free(memory); }
void operator delete(void* memory, std::align_val_t) noexcept { std::free(memory); }
void operator delete[](void* memory, std::align_val_t) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t, std::align_val_t) noexcept { std::free(memory); }
void operator delete[](void* memory, std::size_t, std::align_val_t) noexcept { std::free(memory); }
