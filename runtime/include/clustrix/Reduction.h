// Reduction: the one fixed order in which the partial results of iterations are combined.
//
//     iterations   0 ........ B-1 │ B ....... 2B-1 │ ...      blocks of B, which depends on their number alone
//     block        lane 0 .. L-1 each fold some iterations, then a pairwise tree in lane order
//     loop         a pairwise tree over the blocks' results in block order
//
// The same on the CPU, on virtual devices and on GPUs, so that a result has the same bits for any number of devices,
// batch size and schedule. Chunks begin at multiples of B.
#pragma once

#include <cstddef>
#include <memory>

#include "clustrix/Index.h"

namespace clustrix {

enum class Order {
  Interleaved,  // lane l of a block folds iterations l, l + L, l + 2L, ...
  Sequential,   // lane l folds the l-th run of B / L iterations: `left` is always earlier than `right`
};

namespace reduction {

constexpr Index mostIterations = 2048;
constexpr int mostLanes = 32;

/// B = clamp(the power of two at or below iterations / 512, 1, most), where `most` is a power of two.
CLUSTRIX_HD constexpr Index blockSize(Index iterations, Index most = mostIterations) {
  Index block = 1;
  while (block < most && block * 2 <= iterations / 512) block *= 2;
  return block;
}
/// L = min(B, 32), a power of two as B is.
CLUSTRIX_HD constexpr int lanes(Index block) { return block < mostLanes ? static_cast<int>(block) : mostLanes; }
CLUSTRIX_HD constexpr Index blockCount(Chunk chunk, Index block) { return (chunk.size() + block - 1) / block; }

/// Folds `partials[0, count)` into partials[0]: neighbours first, then neighbours of neighbours.
template <class Kernel, class Partial>
void combineTree(Partial* partials, Index count) {
  for (Index step = 1; step < count; step *= 2)
    for (Index left = 0; left + step < count; left += 2 * step) Kernel::combine(partials[left], partials[left + step]);
}

/// What one lane folds of the block's iterations [begin, end), where end - begin <= block.
// nvcc must not object to kernels that only the host compiles: those are never launched on a GPU.
#if defined(__CUDACC__)
#pragma nv_exec_check_disable
#endif
template <class Kernel, class Partial>
CLUSTRIX_HD void foldLane(const Kernel& kernel, Index begin, Index end, Index block, int lane, Partial& partial) {
  const int width = lanes(block);
  const Index run = block / width;
  const bool sequential = Kernel::order == Order::Sequential;
  const Index step = sequential ? 1 : width;
  const Index first = begin + (sequential ? lane * run : lane);
  Index last = sequential ? first + run : end;
  if (last > end) last = end;
  for (Index k = first; k < last; k += step) kernel(k, partial);
}

}  // namespace reduction
}  // namespace clustrix
