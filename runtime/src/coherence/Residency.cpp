#include "clustrix/Residency.h"

#include <malloc.h>

#include <mutex>

#include "execution/Auditor.h"
#include "execution/Context.h"
#include "execution/Fork.h"

namespace clustrix::runtime {
namespace {

IntervalSet bytesFrom(const void* first, std::size_t size) {
  const Index begin = static_cast<Index>(reinterpret_cast<std::uintptr_t>(first));
  return IntervalSet(Bounds{begin, begin + static_cast<Index>(size)});
}

// A kernel's iterations have the device's memory, and the launch that they belong to holds the mutex. Where memory runs
// out everything comes home, which is more than any marker asks for.
template <class Change>
void withResidents(const Change& change) noexcept {
  if (movesNothing()) return;
  Context& context = currentContext();
  const std::lock_guard<std::mutex> lock(context.deviceMutex);
  try {
    change(context.residents);
  } catch (const std::exception&) {
    context.residents.bringAllHomeNow();
  }
}

}  // namespace

void bringAllHome() {
  if (auditor) return auditor->allComesHome({});
  withResidents([](ResidentArrays& residents) { residents.bringAllHome(); });
}

void endResidency() {
  if (auditor) return withResidents([](ResidentArrays& residents) { auditor->allComesHome(residents.kept()); });
  withResidents([](ResidentArrays& residents) { residents.bringAllHome(residents.kept()); });
}

void beforeHostReads(const void* first, std::size_t size) {
  if (auditor) return auditor->hostReads(bytesFrom(first, size));
  withResidents([&](ResidentArrays& residents) { residents.bringHome(bytesFrom(first, size)); });
}

void beforeEnd(const void* first, std::size_t size) {
  if (auditor) return auditor->hostWrites(bytesFrom(first, size));
  withResidents([&](ResidentArrays& residents) { residents.end(bytesFrom(first, size)); });
}

void beforeFree(const void* first) { beforeEnd(first, malloc_usable_size(const_cast<void*>(first))); }

void beforeHostWrites(const void* first, std::size_t size) {
  if (auditor) return auditor->hostWrites(bytesFrom(first, size));
  withResidents([&](ResidentArrays& residents) { residents.beforeHostWrites(bytesFrom(first, size)); });
}

}  // namespace clustrix::runtime
