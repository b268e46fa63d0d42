#include "memory/ReadableMemory.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/uio.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <fstream>
#include <string>

namespace clustrix::runtime {
namespace {

enum class Read { Copied, Unreadable, Refused };

// Both calls report a fault as an error of theirs where a plain read would end the program.
ssize_t readByCall(std::uintptr_t from, void* to, std::size_t size) {
  const iovec local{to, size};
  const iovec remote{reinterpret_cast<void*>(from), size};
  return process_vm_readv(getpid(), &local, 1, &remote, 1, 0);
}

// Where a container's policy forbids the first call.
ssize_t readByFile(std::uintptr_t from, void* to, std::size_t size) {
  static const int file = open("/proc/self/mem", O_RDONLY | O_CLOEXEC);
  if (file < 0) {
    errno = EPERM;
    return -1;
  }
  return pread(file, to, size, static_cast<off_t>(from));
}

Read readSome(std::uintptr_t from, void* to, std::size_t size, std::size_t& copied) {
  ssize_t got = readByCall(from, to, size);
  if (got < 0 && (errno == EPERM || errno == ENOSYS)) got = readByFile(from, to, size);
  copied = got > 0 ? static_cast<std::size_t>(got) : 0;
  if (got > 0) return Read::Copied;
  return got < 0 && (errno == EPERM || errno == ENOSYS) ? Read::Refused : Read::Unreadable;
}

void addMissing(std::vector<Bounds>& missing, std::uintptr_t begin, std::uintptr_t end) {
  const Bounds interval{static_cast<Index>(begin), static_cast<Index>(end)};
  if (!missing.empty() && missing.back().end == interval.begin)
    missing.back().end = interval.end;
  else
    missing.push_back(interval);
}

/// Whether the system's table of mappings has all of it as readable memory without a file behind it, which might end
/// before the mapping does.
bool isPlain(std::uintptr_t from, std::uintptr_t end) {
  std::ifstream table("/proc/self/maps");
  std::string line;
  while (from < end && std::getline(table, line)) {
    unsigned long long first = 0, behind = 0, inode = 1;
    char rights[5] = "";
    if (std::sscanf(line.c_str(), "%llx-%llx %4s %*x %*s %llu", &first, &behind, rights, &inode) != 4) return false;
    if (behind <= from) continue;
    if (first > from || rights[0] != 'r' || inode != 0) return false;
    from = behind;
  }
  return from >= end;
}

}  // namespace

bool copyReadable(std::uintptr_t from, std::size_t size, void* to, std::vector<Bounds>& missing) {
  static const std::uintptr_t page = static_cast<std::uintptr_t>(sysconf(_SC_PAGESIZE));
  // A single call stops at the first hole; small pieces keep what it reports as done exact to the page.
  constexpr std::size_t most = std::size_t{8} << 20;
  std::uintptr_t at = from;
  const std::uintptr_t end = from + size;
  while (at < end) {
    std::size_t copied = 0;
    char* const target = static_cast<char*>(to) + (at - from);
    switch (readSome(at, target, std::min<std::size_t>(most, end - at), copied)) {
      case Read::Copied:
        at += copied;
        break;
      case Read::Unreadable: {
        const std::uintptr_t next = std::min(end, (at / page + 1) * page);
        addMissing(missing, at, next);
        at = next;
        break;
      }
      case Read::Refused:
        return false;
    }
  }
  return true;
}

bool isReadable(std::uintptr_t from, std::size_t size) {
  static const std::uintptr_t page = static_cast<std::uintptr_t>(sysconf(_SC_PAGESIZE));
  constexpr std::size_t many = 512;
  const std::uintptr_t end = from + size;
  if (size > 4 * many * page && isPlain(from, end)) return true;
  // A byte of each page tells.
  for (std::uintptr_t at = from; at < end;) {
    iovec remote[many];
    char bytes[many];
    std::size_t count = 0;
    for (; count < many && at < end; at = (at / page + 1) * page) remote[count++] = {reinterpret_cast<void*>(at), 1};
    const iovec local{bytes, count};
    const ssize_t got = process_vm_readv(getpid(), &local, 1, remote, count, 0);
    if (got == static_cast<ssize_t>(count)) continue;
    if (got >= 0 || (errno != EPERM && errno != ENOSYS)) return false;
    for (std::size_t i = 0; i < count; ++i)
      if (readByFile(reinterpret_cast<std::uintptr_t>(remote[i].iov_base), bytes, 1) != 1) return false;
  }
  return true;
}

bool isMapped(std::uintptr_t from, std::size_t size) {
  static const std::uintptr_t page = static_cast<std::uintptr_t>(sysconf(_SC_PAGESIZE));
  constexpr std::size_t many = 4096;
  if (size == 0) return true;
  if (!isReadable(from, 1) || !isReadable(from + size - 1, 1)) return false;
  unsigned char pages[many];
  for (std::uintptr_t at = from / page * page; at < from + size; at += many * page) {
    const std::size_t length = std::min<std::size_t>(many * page, from + size - at);
    if (mincore(reinterpret_cast<void*>(at), length, pages) == 0) continue;
    // A sandbox may not have the call.
    return errno != ENOMEM && isReadable(from, size);
  }
  return true;
}

}  // namespace clustrix::runtime
