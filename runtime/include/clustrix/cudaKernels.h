// cudaKernels: what runs on a GPU: a chunk's iterations, each by a thread or shared by several, and reductions' blocks.
// Included by clustrix/cuda.h, which starts them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <new>
#include <type_traits>

#include "clustrix/Kernel.h"
#include "clustrix/Layout.h"
#include "clustrix/cudaSupport.h"

namespace clustrix::runtime::cuda {

/// Bytes of arguments that every GPU since Volta takes, some kept for those beside the kernel object.
constexpr std::size_t mostArgumentBytes = 32000;

/// Blocks of a multiprocessor at a time, at least: said, it keeps ptxas from saving registers at the price of spills.
constexpr int leastBlocks = 2;

/// Rows of memory that each thread of a kernel goes along by itself: `static constexpr int ownRows = 3;`
template <class K, class = void>
inline constexpr int ownRowsOf = 0;
template <class K>
inline constexpr int ownRowsOf<K, std::void_t<decltype(K::ownRows)>> = K::ownRows;

/// The kernel's layout as the device's code has it.
template <class K>
__global__ void measureLayout(std::uint64_t* layout) {
  *layout = layoutOf<K>(layout);
}

/// Number of a thread along an axis.
template <Axis axis>
__device__ unsigned threadAlong() {
  if constexpr (axis == Axis::x)
    return blockIdx.x * blockDim.x + threadIdx.x;
  else if constexpr (axis == Axis::y)
    return blockIdx.y * blockDim.y + threadIdx.y;
  else
    return blockIdx.z * blockDim.z + threadIdx.z;
}

/// Iteration k of a loop with all that is inside.
template <class K>
CLUSTRIX_HD void iterate(const K& kernel, Index k) {
  if constexpr (isInParts<K>)
    kernel(Sole{k}, Alone{});
  else if constexpr (hasBand<K>)
    kernel(k, InOrder{});
  else if constexpr (hasLanes<K>)
    kernel(k, Alone{});
  else
    kernel(k);
}

/// A thread for each iteration; where threads go along rows of their own, as many as find these in the caches, and as
/// many as there are workspaces for.
template <class K>
__global__ void __launch_bounds__(mostThreads, leastBlocks) run(K kernel, Chunk chunk) {
  Index k = chunk.begin + threadAlong<Axis::x>();
  if constexpr (hasWorkspaces<K>) kernel.takeWorkspaces(threadAlong<Axis::x>());
  if constexpr (ownRowsOf<K> > 0 || hasWorkspaces<K>)
    for (; k < chunk.end; k += Index{gridDim.x} * blockDim.x) iterate(kernel, k);
  else if (k < chunk.end)
    iterate(kernel, k);
}

/// Iterations of the loops of a band that one launch has threads for.
struct Tile {
  Chunk first, second, third;
};

/// A thread for each iteration of all the loops of the kernel's band.
template <class K>
__global__ void __launch_bounds__(mostThreads, leastBlocks) runBand(K kernel, Tile tile) {
  using Band = typename K::Band;
  const Index k = tile.first.begin + threadAlong<Band::axes[0]>();
  if (k >= tile.first.end) return;
  OneEach threads;
  threads.second.iteration = tile.second.begin + threadAlong<Band::axes[1]>();
  if constexpr (Band::count > 2) threads.third.iteration = tile.third.begin + threadAlong<Band::axes[2]>();
  kernel(k, threads);
}

/// The lane of a thread among those of `Lane<w>::width` threads each, and which of these the thread is in, counted in
/// its block. `K::Lanes` says who lies side by side.
template <class K, int w>
__device__ LaneOf<K, w> laneOf(unsigned char* rooms, int& group) {
  constexpr bool lanesFirst = w >= warpLanes || K::Lanes::neighbours == Neighbours::Lanes;
  constexpr int together = warpLanes / Lane<w>::inWarp;  // groups of a warp
  const int thread = static_cast<int>(threadIdx.x) % warpLanes;
  const int row = w >= warpLanes ? 0 : lanesFirst ? thread / w : thread % together;
  group =
      w >= warpLanes ? static_cast<int>(threadIdx.x) / w : static_cast<int>(threadIdx.x) / warpLanes * together + row;
  LaneOf<K, w> lane;
  lane.number = w >= warpLanes ? static_cast<int>(threadIdx.x) % w : lanesFirst ? thread % w : thread / together;
  lane.first = lanesFirst ? row * w : row;
  lane.stride = lanesFirst ? 1 : together;
  if constexpr (w < warpLanes) {
    lane.mask = 0;
    for (int q = 0; q < w; ++q) lane.mask |= 1u << (lane.first + q * lane.stride);
  }
  lane.room = rooms + group * roomBytes(w, K::Lanes::sums);
  return lane;
}

/// `w` threads for each iteration.
template <class K, int w>
__global__ void __launch_bounds__(laneThreads(w, K::Lanes::sums), leastBlocks) runLanes(K kernel, Chunk chunk) {
  constexpr int groups = laneThreads(w, K::Lanes::sums) / w;
  __shared__ alignas(16) unsigned char rooms[groups * roomBytes(w, K::Lanes::sums) + 16];
  int group = 0;
  const LaneOf<K, w> lane = laneOf<K, w>(rooms, group);
  const Index k = chunk.begin + Index{blockIdx.x} * (blockDim.x / w) + group;
  if (k >= chunk.end) return;
  if constexpr (isInParts<K>)
    kernel(Sole{k}, lane);
  else
    kernel(k, lane);
}

/// The value that the lane `step` above holds, within groups of `width` lanes. All lanes of the warp take part.
template <class Partial>
__device__ Partial fromLaneAbove(const Partial& mine, int step, int width) {
  constexpr int words = static_cast<int>((sizeof(Partial) + 3) / 4);
  unsigned bits[words] = {};
  std::memcpy(bits, &mine, sizeof(Partial));
  for (int word = 0; word < words; ++word) bits[word] = __shfl_down_sync(0xffffffffu, bits[word], step, width);
  Partial other = mine;
  std::memcpy(&other, bits, sizeof(Partial));
  return other;
}

/// Each group of lanes(block) threads folds one reduction block at a time and writes its Partial.
template <class K>
__global__ void __launch_bounds__(mostThreads, leastBlocks)
    reduce(K kernel, Chunk chunk, Index block, typename K::Partial* partials) {
  using Partial = typename K::Partial;
  const int width = reduction::lanes(block);
  const int lane = static_cast<int>(threadIdx.x) % width;
  const Index count = reduction::blockCount(chunk, block);
  const Index together = Index{gridDim.x} * blockDim.x / width;
  if constexpr (hasWorkspaces<K>) kernel.takeWorkspaces(threadAlong<Axis::x>());
  const Index mine = (Index{blockIdx.x} * blockDim.x + threadIdx.x) / width;
  // Every thread goes every round, also those without a block: a shuffle waits for the whole warp.
  for (Index round = 0; round < count; round += together) {
    const Index number = round + mine;
    Partial partial = K::identity();
    if (number < count) {
      const Index begin = chunk.begin + number * block;
      const Index end = begin + block < chunk.end ? begin + block : chunk.end;
      if constexpr (hasLanes<K>)
        reduction::foldLane(WithLane<K, Alone>{kernel, {}}, begin, end, block, lane, partial);
      else
        reduction::foldLane(kernel, begin, end, block, lane, partial);
    }
    for (int step = 1; step < width; step *= 2) {
      const Partial other = fromLaneAbove(partial, step, width);
      if (lane % (2 * step) == 0) K::combine(partial, other);
    }
    if (lane == 0 && number < count) new (partials + number) Partial(partial);
  }
}

/// Bytes of shared memory that a block has for the partial results of a reduction block's lanes.
constexpr std::size_t mostPartialBytes = 16384;
template <class K>
constexpr bool fitsPartials() {
  return sizeof(typename K::Partial) * reduction::mostLanes <= mostPartialBytes;
}

/// Each block folds one reduction block, `w` threads each iteration, and writes its Partial.
template <class K, int w>
__global__ void __launch_bounds__(laneThreads(w, K::Lanes::sums), leastBlocks)
    reduceLanes(K kernel, Chunk chunk, Index block, typename K::Partial* partials) {
  using Partial = typename K::Partial;
  constexpr int groups = laneThreads(w, K::Lanes::sums) / w;
  __shared__ alignas(16) unsigned char rooms[groups * roomBytes(w, K::Lanes::sums) + 16];
  __shared__ alignas(Partial) unsigned char results[reduction::mostLanes * sizeof(Partial)];
  Partial* const result = reinterpret_cast<Partial*>(results);
  const int thread = static_cast<int>(threadIdx.x), threads = static_cast<int>(blockDim.x);
  int group = 0;
  const WithLane<K, LaneOf<K, w>> body{kernel, laneOf<K, w>(rooms, group)};
  const int width = reduction::lanes(block);
  const Index count = reduction::blockCount(chunk, block);
  for (Index number = blockIdx.x; number < count; number += gridDim.x) {
    const Index begin = chunk.begin + number * block;
    const Index end = begin + block < chunk.end ? begin + block : chunk.end;
    for (int l = group; l < width; l += threads / w) {
      Partial partial = K::identity();
      reduction::foldLane(body, begin, end, block, l, partial);
      if (body.lane.number == 0) new (result + l) Partial(partial);
    }
    __syncthreads();
    for (int step = 1; step < width; step *= 2) {
      for (int left = thread * 2 * step; left + step < width; left += threads * 2 * step)
        K::combine(result[left], result[left + step]);
      __syncthreads();
    }
    if (thread == 0) new (partials + number) Partial(result[0]);
    __syncthreads();
  }
}

/// Each thread folds one block of iterations at a time into copies of the block's own.
template <class K>
__global__ void __launch_bounds__(mostThreads, leastBlocks)
    combine(K kernel, Chunk chunk, Index block, CopyLayout layout, unsigned char* results) {
  const Index count = reduction::blockCount(chunk, block);
  const Index threads = Index{gridDim.x} * blockDim.x;
  for (Index number = Index{blockIdx.x} * blockDim.x + threadIdx.x; number < count; number += threads) {
    const Index begin = chunk.begin + number * block;
    const Index end = begin + block < chunk.end ? begin + block : chunk.end;
    foldIntoCopies(kernel, begin, end, layout, results + number * layout.stride);
  }
}

/// Bytes of copies that a block keeps in shared memory.
constexpr Index mostSharedBytes = 40960;

/// The threads of a block fold one block of iterations at a time into the same copies.
template <class K>
__global__ void __launch_bounds__(mostThreads, leastBlocks)
    combineTogether(K kernel, Chunk chunk, Index block, CopyLayout layout, unsigned char* results) {
  extern __shared__ unsigned long long clustrixCopies[];  // of words: as aligned as any element
  const bool isShared = layout.stride <= mostSharedBytes;
  const Index count = reduction::blockCount(chunk, block);
  for (Index number = blockIdx.x; number < count; number += gridDim.x) {
    const Index begin = chunk.begin + number * block;
    const Index end = begin + block < chunk.end ? begin + block : chunk.end;
    unsigned char* const result = results + number * layout.stride;
    K body = kernel;
    forEachCopy(typename K::Combined{}, layout,
                StartCopy<K>{body, isShared ? reinterpret_cast<unsigned char*>(clustrixCopies) : result, threadIdx.x,
                             blockDim.x});
    __syncthreads();
    for (Index k = begin + threadIdx.x; k < end; k += blockDim.x) body(k);
    __syncthreads();
    if (!isShared) continue;
    // A result is a multiple of cache lines.
    for (Index word = threadIdx.x; word < layout.stride / 8; word += blockDim.x)
      reinterpret_cast<unsigned long long*>(result)[word] = clustrixCopies[word];
    __syncthreads();
  }
}

/// One pass over the results of blocks: see clustrix/Fold.h.
template <class K>
__global__ void __launch_bounds__(mostThreads, leastBlocks)
    foldResults(ResultFold fold, CopyLayout layout, Index unit) {
  foldThread<K>(fold, layout, unit, Index{blockIdx.x} * blockDim.x + threadIdx.x, Index{gridDim.x} * blockDim.x);
}

}  // namespace clustrix::runtime::cuda
