// Partition: iterations divided among devices.
#pragma once

#include <vector>

#include "clustrix/Index.h"

namespace clustrix::runtime {

struct Share {
  int device = 0;  // position in the launch's devices, or anyDevice
  Chunk chunk;     // never empty
};

/// Consecutive shares in proportion to `weights` (positive, one a device), in device order; boundaries are multiples
/// of `unit` but for the last. A device for which nothing is left gets no share.
std::vector<Share> divide(Index iterations, Index unit, const std::vector<double>& weights);
/// About `pieces` even shares for whichever device is free first.
std::vector<Share> divideFinely(Index iterations, Index unit, Index pieces);
/// `chunk` in at most `pieces` even parts whose boundaries are multiples of `unit`, as its begin is.
std::vector<Chunk> split(Chunk chunk, Index unit, Index pieces);

}  // namespace clustrix::runtime
