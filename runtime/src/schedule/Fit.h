// Fit: shares as chunks that fit their device's memory, split into batches where they must be.
#pragma once

#include <functional>
#include <optional>
#include <vector>

#include "schedule/Partition.h"
#include "schedule/Schedule.h"

namespace clustrix::runtime {

struct Room {
  std::size_t bytes = 0;   // free on the device
  int jobs = 1;            // chunks in flight on it, when there are several
  std::size_t budget = 0;  // host and device bytes of the chunks in flight on it, together; 0: no limit
};

using ChunkPlanner = std::function<std::optional<ChunkSchedule>(Chunk)>;

/// Every iteration of `shares` is in one chunk of the result or in `onHost`. `rooms`: by device; a share of anyDevice
/// must fit each. Null when what a chunk touches is not known.
std::optional<LaunchSchedule> fit(const std::vector<Share>& shares, Index unit, const std::vector<Room>& rooms,
                                  const ChunkPlanner& planner);

}  // namespace clustrix::runtime
