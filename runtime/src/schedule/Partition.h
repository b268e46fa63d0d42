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
/// Shares for whichever device is free first, smaller towards the end: large ones cost few launches, and the last ones
/// even out what the first ones got wrong. None is so large that the slowest device, with `jobs` of them in flight,
/// would keep the others waiting; the smallest are a hundredth or so of a device's due. After: Polychronopoulos and
/// Kuck 1987, guided self-scheduling.
std::vector<Share> divideGuided(Index iterations, Index unit, const std::vector<double>& weights, int jobs);
/// `chunk` in at most `pieces` even parts whose boundaries are multiples of `unit`, as its begin is.
std::vector<Chunk> split(Chunk chunk, Index unit, Index pieces);

}  // namespace clustrix::runtime
