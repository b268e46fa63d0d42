// Followed: accesses whose elements the host can go through before the loop runs, iteration by iteration, since all
// that their subscripts and the bounds of the loops around them are made of is known then, or stands in lists.
//
//     for l: for k = begin[row[l]]; k < begin[row[l] + 1]; ++k:     value[k]
//         ──►   for l: for k in 0 .. begin[row[l] + 1] - begin[row[l]] - 1:     begin[row[l]] + k
//
// What conditions leave out may be gone through all the same: two iterations that touch no element then touch none
// without those either.
#pragma once

#include "Analysis/Reach.h"

#include <optional>
#include <set>
#include <vector>

namespace clustrix::compiler {

/// A loop around an access, whose counter goes from 0, or the greatest of `first`, rounded up, to the least of `last`,
/// rounded down. Over parameters, outer counters and listed values; loops[0] has none: it goes through a chunk.
struct FollowedLoop {
  int loop = 0;  // into LoopModel::loops
  std::vector<ReachBound> first, last;
  friend bool operator==(const FollowedLoop&, const FollowedLoop&) = default;
};

/// The loops around the access along which its element changes, outermost first; nothing where a bound or the subscript
/// is made of anything else. Without loops[0] every iteration touches the same elements, and a condition of the loop
/// may do so once more.
std::optional<std::vector<FollowedLoop>> followedLoops(const LoopModel& model, const Access& access);

/// Whether the value may change from one iteration of the counter's loop to the next, by way of lists, too.
bool dependsOnCounter(const LoopModel& model, const Polynomial& value, SymbolId counter);

/// Whether the host can compute the value inside of these loops.
bool isFollowed(const LoopModel& model, const Polynomial& value, const std::vector<FollowedLoop>& loops);

/// The listed values that the value is made of, and those that tell their positions.
std::set<SymbolId> listedBehind(const LoopModel& model, const Polynomial& value);

}  // namespace clustrix::compiler
