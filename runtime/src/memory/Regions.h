// Regions: sets of positions as equally spaced runs, the form in which footprints are planned and copied.
//
//     begin    pitch
//     ├─────┤· · · ·├─────┤· · · ·├─────┤      count = 3 runs of `length`
//
// An interval is one run; a block of columns of a matrix is one run a row. Positions are elements of an array while a
// footprint is recorded, and addresses of host bytes once it is planned.
#pragma once

#include <cstddef>
#include <iosfwd>
#include <optional>
#include <vector>

#include "clustrix/Footprint.h"

namespace clustrix::runtime {

/// Never empty: length >= 1, count >= 1, and pitch > length where count > 1 (pitch is 0 for one run).
struct Rows {
  Index begin = 0;
  Index length = 0;
  Index pitch = 0;
  Index count = 1;

  Index end() const { return begin + pitch * (count - 1) + length; }
  Index size() const { return length * count; }
  bool operator==(const Rows& other) const {
    return begin == other.begin && length == other.length && pitch == other.pitch && count == other.count;
  }
};
using RowsList = std::vector<Rows>;

struct Bounds {
  Index begin = 0;
  Index end = 0;

  bool empty() const { return begin >= end; }
};

/// The positions of a box as rows, exactly; possibly overlapping. Null when a position does not fit an Index or when
/// the rows would be more than `most`.
std::optional<RowsList> boxRows(Index begin, const Dimension* dimensions, int count, std::size_t most);
/// The least interval around a box. Null when a position does not fit an Index; empty when the box is.
std::optional<Bounds> boxBounds(Index begin, const Dimension* dimensions, int count);

Bounds bounds(const RowsList& rows);
/// `{begin, end}` as one run.
Rows run(Bounds interval);

/// Adds `rows`, continuing the last of the list where the two make one run or one sequence of runs.
void append(RowsList& list, const Rows& rows);
/// What of `rows` lies in [low, high), added to `list`.
void appendClipped(RowsList& list, const Rows& rows, Bounds allowed);
/// The same set with each position once wherever that is cheap to find: runs that touch or overlap and rows of equal
/// pitch are united; other overlaps stay.
RowsList united(RowsList list);
/// Elements `size` bytes wide starting at the address `base`, as rows of bytes. Null when an address overflows.
std::optional<RowsList> bytesOf(const RowsList& elements, Index base, Index size);

Index totalSize(const RowsList& list);

std::ostream& operator<<(std::ostream& out, const Rows& rows);

}  // namespace clustrix::runtime
