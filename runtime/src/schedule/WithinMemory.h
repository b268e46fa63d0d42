// WithinMemory: weights that give no device more than its memory holds.
//
//     due:     device 0 ██████████░░░░   ░ does not fit     device 1 █████
//     instead: device 0 ██████████                          device 1 █████████
//
// What does not fit would run in batches, or, where arrays stay on the devices, keep them from staying. Others that
// have room take it over, unless they are so slow that batches are quicker.
#pragma once

#include <vector>

#include "schedule/Fit.h"

namespace clustrix::runtime {

/// `weights` where all shares fit, where the devices together cannot hold the loop, and where what the planner is
/// asked for is not known.
std::vector<double> withinMemory(Index iterations, Index unit, const std::vector<double>& weights,
                                 const std::vector<Room>& rooms, const ChunkPlanner& planner);

}  // namespace clustrix::runtime
