#include "audit/Heap.h"

#include <malloc.h>

#include <cerrno>
#include <cstddef>

#include "audit/AuditedProcess.h"

namespace clustrix::audit {

void watchHeap() {}

}  // namespace clustrix::audit

// NOLINTBEGIN(bugprone-reserved-identifier): the names are glibc's
extern "C" {

void* __libc_malloc(std::size_t bytes);
void* __libc_calloc(std::size_t count, std::size_t bytes);
void* __libc_realloc(void* block, std::size_t bytes);
void* __libc_memalign(std::size_t alignment, std::size_t bytes);
void __libc_free(void* block);

void* malloc(std::size_t bytes) { return clustrix::audit::allocated(__libc_malloc(bytes)); }
void* calloc(std::size_t count, std::size_t bytes) { return clustrix::audit::allocated(__libc_calloc(count, bytes)); }
void* memalign(std::size_t alignment, std::size_t bytes) {
  return clustrix::audit::allocated(__libc_memalign(alignment, bytes));
}
void* aligned_alloc(std::size_t alignment, std::size_t bytes) { return memalign(alignment, bytes); }
int posix_memalign(void** block, std::size_t alignment, std::size_t bytes) {
  if (alignment % sizeof(void*) != 0 || alignment == 0 || (alignment & (alignment - 1)) != 0) return EINVAL;
  void* const made = memalign(alignment, bytes);
  if (!made) return ENOMEM;
  *block = made;
  return 0;
}
/// What it moves is not looked at: nobody reads it on the way.
void* realloc(void* block, std::size_t bytes) {
  clustrix::audit::freed(block);
  return clustrix::audit::allocated(__libc_realloc(block, bytes));
}
void free(void* block) {
  clustrix::audit::freed(block);
  __libc_free(block);
}

}  // extern "C"
// NOLINTEND(bugprone-reserved-identifier)
