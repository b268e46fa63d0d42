#include "inspection/Lists.h"

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <cstring>
#include <limits>
#include <memory>
#include <type_traits>
#include <utility>
#include <vector>

#include "memory/ReadableMemory.h"

namespace clustrix::runtime {
namespace {

/// Numbers that one thread looks at before another one is worth waking.
constexpr Index longPiece = 1 << 15;

/// Numbers inside of elements, wherever those let them lie.
template <class T>
struct Apart {
  const List& list;

  T operator[](Index i) const {
    T number;
    std::memcpy(&number, list.at(list.from + i), sizeof number);
    return number;
  }
};

/// Calls `call(numbers)` with a pointer to the first one, or with what has a subscript too.
template <class T, class Call>
auto numbersOf(const List& list, const Call& call) {
  return list.run == 0 ? call(static_cast<const T*>(list.begin())) : call(Apart<T>{list});
}

/// The same with the type of the list's numbers.
template <class Call>
auto typed(const List& list, const Call& call) {
  switch (list.elementSize) {
    case 1:
      return list.isSigned ? numbersOf<std::int8_t>(list, call) : numbersOf<std::uint8_t>(list, call);
    case 2:
      return list.isSigned ? numbersOf<std::int16_t>(list, call) : numbersOf<std::uint16_t>(list, call);
    case 4:
      return list.isSigned ? numbersOf<std::int32_t>(list, call) : numbersOf<std::uint32_t>(list, call);
    default:
      return list.isSigned ? numbersOf<std::int64_t>(list, call) : numbersOf<std::uint64_t>(list, call);
  }
}

// Lists of regions, and those of a sorted mesh, are mostly in order.
template <class Numbers>
bool isRising(const Numbers& first, Index count) {
  for (Index i = 1; i < count; ++i)
    if (!(first[i - 1] < first[i])) return false;
  return true;
}

// A bit for each number that there can be: set by the first one.
template <class Numbers>
bool isDistinctByBits(const Numbers& first, Index count, const ListedValues& values, CpuThreads& threads) {
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

template <class Numbers>
bool isDistinctBySorting(const Numbers& first, Index count) {
  std::vector<std::decay_t<decltype(first[0])>> sorted;
  sorted.reserve(static_cast<std::size_t>(count));
  for (Index i = 0; i < count; ++i) sorted.push_back(first[i]);
  std::sort(sorted.begin(), sorted.end());
  return std::adjacent_find(sorted.begin(), sorted.end()) == sorted.end();
}

}  // namespace

List List::between(Index first, Index last) const {
  List list = *this;
  list.from = first;
  list.to = last;
  return list;
}

bool isReadable(const List& list) {
  return list.exists || isReadable(reinterpret_cast<std::uintptr_t>(list.begin()), list.bytes());
}

ListedValues both(const ListedValues& a, const ListedValues& b) {
  if (!a.known || !b.known) return {0, -1, false};
  if (a.least > a.greatest) return b;
  if (b.least > b.greatest) return a;
  return {std::min(a.least, b.least), std::max(a.greatest, b.greatest), true};
}

ListedValues valuesOf(const List& list) {
  if (list.count() == 0) return {};
  return typed(list, [&](const auto& first) {
    auto least = first[0], greatest = first[0];
    for (Index i = 1; i < list.count(); ++i) {
      const auto number = first[i];
      least = std::min(least, number);
      greatest = std::max(greatest, number);
    }
    const bool fits = greatest <= static_cast<decltype(greatest)>(std::min<std::uint64_t>(
                                      static_cast<std::uint64_t>(mostListed),
                                      static_cast<std::uint64_t>(std::numeric_limits<decltype(greatest)>::max()))) &&
                      static_cast<Index>(least) >= -mostListed;
    return fits ? ListedValues{static_cast<Index>(least), static_cast<Index>(greatest), true}
                : ListedValues{0, -1, false};
  });
}

std::optional<Twice> firstTwice(const List& list) {
  return typed(list, [&](const auto& numbers) {
    std::vector<std::pair<Index, Index>> places;  // of numbers, with their positions
    places.reserve(static_cast<std::size_t>(list.count()));
    for (Index i = 0; i < list.count(); ++i) places.emplace_back(static_cast<Index>(numbers[i]), list.from + i);
    std::sort(places.begin(), places.end());
    std::optional<Twice> found;
    for (std::size_t p = 1; p < places.size(); ++p) {
      const auto& [number, second] = places[p];
      const auto& [before, first] = places[p - 1];
      if (number == before && (!found || second < found->second)) found = Twice{number, first, second};
    }
    return found;
  });
}

bool isDistinct(const List& list, const ListedValues& values, CpuThreads& threads) {
  const Index count = list.count();
  if (count < 2) return true;
  const Index span = values.greatest - values.least + 1;
  if (span < count) return false;
  return typed(list, [&](const auto& first) {
    if (isRising(first, count)) return true;
    // Bits take no more memory than the list.
    return span / 64 <= count + 1024 ? isDistinctByBits(first, count, values, threads)
                                     : isDistinctBySorting(first, count);
  });
}

}  // namespace clustrix::runtime
