// DisjointRows: arrays that stand for the rows of a container, each of which is memory of its own.
//
//     std::vector<std::vector<double>> a      base ─► header │ header │ header
//                                                       ▼        ▼        ▼
//                                                     row      row      row      anywhere
//
// A loop that works on them runs in place. Where they all are, the container tells when somebody asks.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "clustrix/Loop.h"
#include "memory/Regions.h"

namespace clustrix::runtime {

inline bool hasRows(const ArrayFacts& array) { return array.eachRow != nullptr; }

/// Calls `visit` with the bytes of each row until it answers false; whether it never did.
bool forEachRow(const ArrayFacts& array, const std::function<bool(Bounds)>& visit);

/// Whether two arrays that begin at one place have all rows in common.
bool haveSameRows(const ArrayFacts& a, const ArrayFacts& b);
/// Whether a row of one array overlaps one of another. Also where it is not known.
bool rowsMeet(const ArrayFacts& a, const ArrayFacts& b);
/// Whether no two rows of an array overlap, and all is known of them.
bool rowsApart(const ArrayFacts& array);

/// `row 3 of a shares memory with row 7 of b`, of two arrays or of one, rows counted from 0 as the loop reaches them;
/// "" where that is not known. It may take as long as the question whether they do.
std::string sharedRows(const ArrayFacts& a, const ArrayFacts& b);

/// What a loop reaches through an array of pointers: `a[i][j]` with the bounds of i and j. Pointers are read when
/// somebody asks, and where there are none nobody is told anything.
struct PointerRows {
  const void* pointers = nullptr;
  std::size_t elementSize = 1;
  int levels = 1;                   // subscripts before the last one
  std::vector<Interval> reached{};  // around all accesses, for each subscript
  bool known = true;
  std::optional<std::vector<Bounds>> rows{};  // once they have been read

  void reach(const Interval* subscripts, int count);
  bool read();
};
/// The RowWalk of those.
bool walkPointerRows(const void* rows, void* to, bool (*visit)(void* to, ObjectBytes row));

}  // namespace clustrix::runtime
