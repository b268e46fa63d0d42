#include "support/KeepLoaded.h"

#include <dlfcn.h>

#include <array>
#include <atomic>
#include <cstdint>

namespace clustrix::runtime {
namespace {

void keepLibraryOf(const void* address) {
  Dl_info info;
  if (dladdr(address, &info) == 0 || info.dli_fname == nullptr) return;
  // The handle is not kept: the flag outlives it. Null for the program, which nobody unloads.
  if (void* const handle = dlopen(info.dli_fname, RTLD_NOW | RTLD_NOLOAD | RTLD_NODELETE)) dlclose(handle);
}

}  // namespace

void keepLoaded() { keepLibraryOf(reinterpret_cast<const void*>(&keepLibraryOf)); }

void keepLoaded(const Site& site) {
  // Each launch asks. Two that share a place are asked about again and again, which is slow, and right.
  constexpr std::size_t places = 1024;
  static std::array<std::atomic<const Site*>, places> asked{};
  std::atomic<const Site*>& place = asked[reinterpret_cast<std::uintptr_t>(&site) / alignof(Site) % places];
  if (place.load(std::memory_order_relaxed) == &site) return;
  keepLibraryOf(&site);
  place.store(&site, std::memory_order_relaxed);
}

}  // namespace clustrix::runtime
