// Collective: large results of several devices meet there, and one goes home instead of many.
//
//     device 0: [0, 4)  ◄─ copy, combine ─ device 1: [4, 8)  ┐ round 1, at the same time
//     device 2: [8, 12) ◄─ copy, combine ─ device 3: [12, 15) ┘
//     device 0: [0, 8)  ◄─ copy, combine ─ device 2: [8, 15)    round 2; then home
//
// By a library for collective operations where the backend has one and grouping does not matter, else by copies between
// peers along the tree of the blocks. Devices that are no peers send home what they have.
//
// A device that fails here takes results with it that the host does not have. So results meet only where the loop
// writes nothing else: its chunks can then be run again, as if they had not run yet.
#pragma once

#include <vector>

#include "execution/Executor.h"
#include "schedule/Fit.h"

namespace clustrix::runtime {

/// Whether results of the launch are worth it, and can be made anew where it fails. They meet where no device has two
/// chunks and several have one.
bool resultsMayMeet(const LaunchFacts& facts);
/// The same step of a chunk whose results wait for those of others, with a place for one of these.
CombineStep staying(const LaunchFacts& facts, CombineStep step);

/// For CLUSTRIX_PLAN.
constexpr const char* meetingNote = "; results of blocks meet on the devices";

/// Decides whether the results of the schedule's chunks stay on their devices to meet, and adds to what they need
/// there.
void letResultsMeet(const LaunchFacts& facts, const std::vector<Room>& rooms, LaunchSchedule& schedule);

/// What two nodes of the devices may meet at the same time, by their positions: each the left one and the one behind
/// it. `nodes` are in order; `linked(left, right)`: whether the left one's device copies from the right one's.
template <class Linked>
std::vector<std::size_t> meetingPairs(const std::vector<Chunk>& nodes, Index count, bool anyGrouping,
                                      const Linked& linked) {
  std::vector<std::size_t> lefts;
  for (std::size_t n = 0; n + 1 < nodes.size(); ++n) {
    const bool neighbours = nodes[n].end == nodes[n + 1].begin;
    if (!neighbours || !(anyGrouping || areSiblings(nodes[n], nodes[n + 1], count)) || !linked(n, n + 1)) continue;
    lefts.push_back(n++);
  }
  return lefts;
}

/// Brings home what waits in `execution`, if anything, after it has met. Where that fails its chunks are left to be run
/// again.
void meet(Backend& backend, const LaunchFacts& facts, Execution& execution, void* blockResults) noexcept;

}  // namespace clustrix::runtime
