// Lists: arrays of integers whose numbers a loop follows, read on the host.
#pragma once

#include <cstddef>
#include <optional>

#include "clustrix/Inspection.h"
#include "devices/CpuThreads.h"

namespace clustrix::runtime {

/// Positions from `from` to `to`, both inclusive, of integers that lie one behind the other, or `run` of them at a
/// time, a `stride` behind each other:
///
///     struct { int ends[2]; double weight; }      ends ends weight weight | ends ends weight weight | ...
///                                                  0    1                    2    3
struct List {
  const char* name = "";
  const void* base = nullptr;  // of number 0
  std::size_t elementSize = 4;
  bool isSigned = true;
  Index from = 0;
  Index to = -1;
  Index run = 0;        // 0: all of them
  Index stride = 0;     // bytes
  bool exists = false;  // all of its memory is there for certain: inside of an array that knows its extent

  Index count() const { return to < from ? 0 : to - from + 1; }
  const void* begin() const { return at(from); }
  /// From the first one's begin to the last one's end.
  std::size_t bytes() const { return count() == 0 ? 0 : static_cast<std::size_t>(at(to) - at(from)) + elementSize; }
  const char* at(Index position) const {
    const auto size = static_cast<Index>(elementSize);
    const Index before = run == 0 ? 0 : quotientDown(position, run);
    return static_cast<const char*>(base) + before * stride + (position - before * run) * size;
  }
  /// Whether the same bytes are the same numbers.
  bool isAlike(const List& other) const {
    return elementSize == other.elementSize && isSigned == other.isSigned && count() == other.count() &&
           run == other.run && stride == other.stride && (run == 0 || from == other.from);
  }
  bool isSame(const List& other) const { return isAlike(other) && base == other.base && from == other.from; }
  /// The same list at other positions.
  List between(Index first, Index last) const;
};

/// Numbers beyond are no elements' places: see ListedValues.
constexpr Index mostListed = Index{1} << 47;

/// Whether its memory is there to be read.
bool isReadable(const List& list);

/// Of all numbers that either is of.
ListedValues both(const ListedValues& a, const ListedValues& b);

/// Of readable memory.
ListedValues valuesOf(const List& list);

/// A number that is there twice, at these positions.
struct Twice {
  Index number, first, second;
};
/// That with the least second position; of readable memory. For messages: it takes as much memory as the list, or
/// twice, and the time to sort it.
std::optional<Twice> firstTwice(const List& list);

/// Whether no number is in the list twice; of readable memory, in which `values` lie. On the threads where it is long.
bool isDistinct(const List& list, const ListedValues& values, CpuThreads& threads);

}  // namespace clustrix::runtime
