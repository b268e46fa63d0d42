// Lists: arrays of integers whose numbers a loop follows, read on the host.
#pragma once

#include <cstddef>

#include "clustrix/Inspection.h"
#include "devices/CpuThreads.h"

namespace clustrix::runtime {

/// Positions from `from` to `to`, both inclusive, of an array of integers.
struct List {
  const char* name = "";
  const void* base = nullptr;  // of the array
  std::size_t elementSize = 4;
  bool isSigned = true;
  Index from = 0;
  Index to = -1;

  Index count() const { return to < from ? 0 : to - from + 1; }
  const void* begin() const { return static_cast<const char*>(base) + from * static_cast<Index>(elementSize); }
  std::size_t bytes() const { return static_cast<std::size_t>(count()) * elementSize; }
  bool isSame(const List& other) const {
    return base == other.base && elementSize == other.elementSize && isSigned == other.isSigned && from == other.from &&
           to == other.to;
  }
  /// The same list at other positions.
  List at(Index first, Index last) const;
};

/// Numbers beyond are no elements' places: see ListedValues.
constexpr Index mostListed = Index{1} << 47;

/// Whether its memory is there to be read.
bool isReadable(const List& list);

/// Of readable memory.
ListedValues valuesOf(const List& list);

/// Whether no number is in the list twice; of readable memory, in which `values` lie. On the threads where it is long.
bool isDistinct(const List& list, const ListedValues& values, CpuThreads& threads);

}  // namespace clustrix::runtime
