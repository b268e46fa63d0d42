#include "inspection/Lists.h"

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <limits>
#include <memory>
#include <vector>

#include "memory/ReadableMemory.h"

namespace clustrix::runtime {
namespace {

/// Numbers that one thread looks at before another one is worth waking.
constexpr Index longPiece = 1 << 15;

/// Calls `call(const T* first)` with the type of the list's elements.
template <class Call>
auto typed(const List& list, const Call& call) {
  const void* const at = list.begin();
  switch (list.elementSize) {
    case 1:
      return list.isSigned ? call(static_cast<const std::int8_t*>(at)) : call(static_cast<const std::uint8_t*>(at));
    case 2:
      return list.isSigned ? call(static_cast<const std::int16_t*>(at)) : call(static_cast<const std::uint16_t*>(at));
    case 4:
      return list.isSigned ? call(static_cast<const std::int32_t*>(at)) : call(static_cast<const std::uint32_t*>(at));
    default:
      return list.isSigned ? call(static_cast<const std::int64_t*>(at)) : call(static_cast<const std::uint64_t*>(at));
  }
}

// Lists of regions, and those of a sorted mesh, are mostly in order.
template <class T>
bool isRising(const T* first, Index count) {
  for (Index i = 1; i < count; ++i)
    if (!(first[i - 1] < first[i])) return false;
  return true;
}

// A bit for each number that there can be: set by the first one.
template <class T>
bool isDistinctByBits(const T* first, Index count, const ListedValues& values, CpuThreads& threads) {
  const auto words = static_cast<std::size_t>((values.greatest - values.least) / 64 + 1);
  const std::unique_ptr<std::atomic<std::uint64_t>[]> seen(new std::atomic<std::uint64_t>[words]());
  std::atomic<bool> twice{false};
  onThreads(threads, count, longPiece, [&](Chunk chunk) {
    for (Index i = chunk.begin; i < chunk.end && !twice.load(std::memory_order_relaxed); ++i) {
      const auto place = static_cast<std::uint64_t>(static_cast<Index>(first[i]) - values.least);
      const std::uint64_t bit = std::uint64_t{1} << (place % 64);
      if ((seen[place / 64].fetch_or(bit, std::memory_order_relaxed) & bit) != 0)
        twice.store(true, std::memory_order_relaxed);
    }
  });
  return !twice.load(std::memory_order_relaxed);
}

template <class T>
bool isDistinctBySorting(const T* first, Index count) {
  std::vector<T> sorted(first, first + count);
  std::sort(sorted.begin(), sorted.end());
  return std::adjacent_find(sorted.begin(), sorted.end()) == sorted.end();
}

}  // namespace

List List::at(Index first, Index last) const {
  List list = *this;
  list.from = first;
  list.to = last;
  return list;
}

bool isReadable(const List& list) { return isReadable(reinterpret_cast<std::uintptr_t>(list.begin()), list.bytes()); }

ListedValues valuesOf(const List& list) {
  if (list.count() == 0) return {};
  return typed(list, [&](const auto* first) {
    auto least = first[0], greatest = first[0];
    for (Index i = 1; i < list.count(); ++i) {
      least = std::min(least, first[i]);
      greatest = std::max(greatest, first[i]);
    }
    const bool fits = greatest <= static_cast<decltype(greatest)>(std::min<std::uint64_t>(
                                      static_cast<std::uint64_t>(mostListed),
                                      static_cast<std::uint64_t>(std::numeric_limits<decltype(greatest)>::max()))) &&
                      static_cast<Index>(least) >= -mostListed;
    return fits ? ListedValues{static_cast<Index>(least), static_cast<Index>(greatest), true}
                : ListedValues{0, -1, false};
  });
}

bool isDistinct(const List& list, const ListedValues& values, CpuThreads& threads) {
  const Index count = list.count();
  if (count < 2) return true;
  const Index span = values.greatest - values.least + 1;
  if (span < count) return false;
  return typed(list, [&](const auto* first) {
    if (isRising(first, count)) return true;
    // Bits take no more memory than the list.
    return span / 64 <= count + 1024 ? isDistinctByBits(first, count, values, threads)
                                     : isDistinctBySorting(first, count);
  });
}

}  // namespace clustrix::runtime
