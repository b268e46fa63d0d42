// cuda: a kernel's version for GPUs. Included by clustrix/runtime.h under nvcc, and only there.
//
//     Kernel::launchDevice ─► launchOnDevice<K> ─► run<K>, runBand<K>, reduce<K> or combine<K> <<<shape>>>
//
// Reductions follow clustrix/Reduction.h to the letter: a warp's lanes fold the lanes of a block, and the pairwise tree
// goes through shuffles, so that one Partial a block comes out with the bits that the host would compute. For that the
// file is compiled with -fmad=false (see cmake/ClustrixCudaFlags.cmake).
//
// Including this header makes the CUDA backend known before main; it lives in the library clustrix_cuda.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <new>
#include <type_traits>

#include "clustrix/Kernel.h"
#include "clustrix/Layout.h"
#include "clustrix/cudaSupport.h"

namespace clustrix::runtime::cuda {

inline const bool backendRegistered = registerBackendOnce();

/// Bytes of arguments that every GPU since Volta takes, some kept for those beside the kernel object.
constexpr std::size_t mostArgumentBytes = 32000;

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
  if constexpr (hasBand<K>)
    kernel(k, InOrder{});
  else if constexpr (hasLanes<K>)
    kernel(k, Alone{});
  else
    kernel(k);
}

/// A thread for each iteration.
template <class K>
__global__ void __launch_bounds__(mostThreads) run(K kernel, Chunk chunk) {
  const Index k = chunk.begin + threadAlong<Axis::x>();
  if (k < chunk.end) iterate(kernel, k);
}

/// Iterations of the loops of a band that one launch has threads for.
struct Tile {
  Chunk first, second, third;
};

/// A thread for each iteration of all the loops of the kernel's band.
template <class K>
__global__ void __launch_bounds__(mostThreads) runBand(K kernel, Tile tile) {
  using Band = typename K::Band;
  const Index k = tile.first.begin + threadAlong<Band::axes[0]>();
  if (k >= tile.first.end) return;
  OneEach threads;
  threads.second.iteration = tile.second.begin + threadAlong<Band::axes[1]>();
  if constexpr (Band::count > 2) threads.third.iteration = tile.third.begin + threadAlong<Band::axes[2]>();
  kernel(k, threads);
}

/// `width` threads for each iteration.
template <class K>
__global__ void __launch_bounds__(mostThreads) runLanes(K kernel, Chunk chunk, int width) {
  const int together = 32 / width;  // iterations of a warp
  const int thread = static_cast<int>(threadIdx.x) % 32;
  constexpr bool lanesFirst = K::Lanes::neighbours == Neighbours::Lanes;
  const int row = lanesFirst ? thread / width : thread % together;
  Lane lane;
  lane.number = lanesFirst ? thread % width : thread / together;
  lane.width = width;
  lane.first = lanesFirst ? row * width : row;
  lane.stride = lanesFirst ? 1 : together;
  for (int q = 0; q < width; ++q) lane.mask |= 1u << (lane.first + q * lane.stride);
  const Index warp = (Index{blockIdx.x} * blockDim.x + threadIdx.x) / 32;
  const Index k = chunk.begin + warp * together + row;
  if (k < chunk.end) kernel(k, lane);
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
__global__ void __launch_bounds__(mostThreads)
    reduce(K kernel, Chunk chunk, Index block, typename K::Partial* partials) {
  using Partial = typename K::Partial;
  const int width = reduction::lanes(block);
  const int lane = static_cast<int>(threadIdx.x) % width;
  const Index count = reduction::blockCount(chunk, block);
  const Index together = Index{gridDim.x} * blockDim.x / width;
  const Index mine = (Index{blockIdx.x} * blockDim.x + threadIdx.x) / width;
  // Every thread goes every round, also those without a block: a shuffle waits for the whole warp.
  for (Index round = 0; round < count; round += together) {
    const Index number = round + mine;
    Partial partial = K::identity();
    if (number < count) {
      const Index begin = chunk.begin + number * block;
      const Index end = begin + block < chunk.end ? begin + block : chunk.end;
      reduction::foldLane(kernel, begin, end, block, lane, partial);
    }
    for (int step = 1; step < width; step *= 2) {
      const Partial other = fromLaneAbove(partial, step, width);
      if (lane % (2 * step) == 0) K::combine(partial, other);
    }
    if (lane == 0 && number < count) new (partials + number) Partial(partial);
  }
}

/// Each thread folds one block of iterations at a time into copies of the block's own.
template <class K>
__global__ void __launch_bounds__(mostThreads)
    combine(K kernel, Chunk chunk, Index block, CopyLayout layout, unsigned char* results) {
  const Index count = reduction::blockCount(chunk, block);
  const Index threads = Index{gridDim.x} * blockDim.x;
  for (Index number = Index{blockIdx.x} * blockDim.x + threadIdx.x; number < count; number += threads) {
    const Index begin = chunk.begin + number * block;
    const Index end = begin + block < chunk.end ? begin + block : chunk.end;
    foldIntoCopies(kernel, begin, end, layout, results + number * layout.stride);
  }
}

/// One pass over the results of blocks: see clustrix/Fold.h.
template <class K>
__global__ void __launch_bounds__(mostThreads) foldResults(ResultFold fold, CopyLayout layout, Index unit) {
  foldThread<K>(fold, layout, unit, Index{blockIdx.x} * blockDim.x + threadIdx.x, Index{gridDim.x} * blockDim.x);
}

template <class K>
void runOnHost(void** arguments, unsigned blocks, unsigned threads) {
  const K& kernel = *static_cast<const K*>(arguments[0]);
  const Chunk chunk = *static_cast<const Chunk*>(arguments[1]);
  for (Index k = chunk.begin; k < least(chunk.end, chunk.begin + Index{blocks} * threads); ++k) iterate(kernel, k);
}

template <class K>
void runBandOnHost(void** arguments, unsigned, unsigned) {
  const K& kernel = *static_cast<const K*>(arguments[0]);
  const Tile& tile = *static_cast<const Tile*>(arguments[1]);
  for (Index k = tile.first.begin; k < tile.first.end; ++k)
    for (Index l = tile.second.begin; l < tile.second.end; ++l)
      for (Index m = tile.third.begin; m < tile.third.end; ++m) kernel(k, OneEach{{l}, {m}});
}

template <class K>
void runLanesOnHost(void** arguments, unsigned, unsigned) {
  const K& kernel = *static_cast<const K*>(arguments[0]);
  const Chunk chunk = *static_cast<const Chunk*>(arguments[1]);
  for (Index k = chunk.begin; k < chunk.end; ++k) iterate(kernel, k);
}

template <class K>
void measureLayoutOnHost(void** arguments, unsigned, unsigned) {
  std::uint64_t* const layout = *static_cast<std::uint64_t**>(arguments[0]);
  *layout = layoutOf<K>(layout);
}

template <class K>
void reduceOnHost(void** arguments, unsigned, unsigned) {
  reduceHost<K>(arguments[0], *static_cast<const Chunk*>(arguments[1]), *static_cast<const Index*>(arguments[2]),
                *static_cast<void* const*>(arguments[3]));
}

template <class K>
void combineOnHost(void** arguments, unsigned, unsigned) {
  foldIntoCopiesHost<K>(arguments[0], *static_cast<const Chunk*>(arguments[1]),
                        *static_cast<const Index*>(arguments[2]), *static_cast<const CopyLayout*>(arguments[3]),
                        *static_cast<void* const*>(arguments[4]));
}

template <class K>
void foldResultsOnHost(void** arguments, unsigned blocks, unsigned threads) {
  const Index all = Index{blocks} * threads;
  for (Index thread = 0; thread < all; ++thread)
    foldThread<K>(*static_cast<const ResultFold*>(arguments[0]), *static_cast<const CopyLayout*>(arguments[1]),
                  *static_cast<const Index*>(arguments[2]), thread, all);
}

/// A launch that is refused has not begun, and is made once more: what was in its way may have passed.
inline cudaError_t start(const void* stub, dim3 blocks, dim3 threads, void** arguments, void* stream) {
  const auto launch = [&] {
    return cudaLaunchKernel(stub, blocks, threads, arguments, 0, static_cast<cudaStream_t>(stream));
  };
  if (launch() == cudaSuccess) return cudaSuccess;
  static_cast<void>(cudaGetLastError());
  return launch();
}

/// For so many threads, which stride over what is left.
inline cudaError_t start(const void* stub, Index work, void** arguments, void* stream) {
  const Shape shape = shapeFor(work);
  return start(stub, dim3(shape.blocks), dim3(shape.threads), arguments, stream);
}

/// Calls `launch(tile)` for pieces of the band that a grid can hold, of `extent` iterations along each axis.
template <class F>
cudaError_t inTiles(const Grid& grid, const Index (&extent)[3], const F& launch) {
  cudaError_t error = cudaSuccess;
  for (Index z = 0; z < extent[2]; z += grid.reach(2))
    for (Index y = 0; y < extent[1]; y += grid.reach(1))
      for (Index x = 0; x < extent[0] && error == cudaSuccess; x += grid.reach(0)) {
        const Chunk pieces[] = {{x, least(extent[0], x + grid.reach(0))},
                                {y, least(extent[1], y + grid.reach(1))},
                                {z, least(extent[2], z + grid.reach(2))}};
        error = launch(pieces);
      }
  return error;
}

inline dim3 blocksOf(const Grid& grid) { return dim3(grid.blocks[0], grid.blocks[1], grid.blocks[2]); }
inline dim3 threadsOf(const Grid& grid) { return dim3(grid.threads[0], grid.threads[1], grid.threads[2]); }

template <class K>
cudaError_t launchRun(const DeviceLaunch& launch) {
  void (*const stub)(K, Chunk) = &run<K>;
  static constexpr std::size_t sizes[] = {sizeof(K), sizeof(Chunk)};
  static const bool announced = announce(reinterpret_cast<const void*>(stub), &runOnHost<K>, sizes, 2);
  (void)announced;
  const Index extent[] = {launch.chunk.size(), 1, 1};
  const Grid grid = gridFor(extent, false);
  return inTiles(grid, extent, [&](const Chunk(&pieces)[3]) {
    Chunk chunk = {launch.chunk.begin + pieces[0].begin, launch.chunk.begin + pieces[0].end};
    void* arguments[] = {const_cast<void*>(launch.kernel), &chunk};
    return start(reinterpret_cast<const void*>(stub), blocksOf(grid), threadsOf(grid), arguments, launch.stream);
  });
}

template <class K>
cudaError_t launchBand(const DeviceLaunch& launch) {
  using Band = typename K::Band;
  void (*const stub)(K, Tile) = &runBand<K>;
  static constexpr std::size_t sizes[] = {sizeof(K), sizeof(Tile)};
  static const bool announced = announce(reinterpret_cast<const void*>(stub), &runBandOnHost<K>, sizes, 2);
  (void)announced;
  const BandTrips most = static_cast<const K*>(launch.kernel)->mostTrips(launch.chunk);
  const Index iterations[] = {launch.chunk.size(), most.second, most.third};
  Index extent[] = {1, 1, 1};
  for (int loop = 0; loop < Band::count; ++loop) extent[static_cast<int>(Band::axes[loop])] = iterations[loop];
  if (least(extent[0], extent[1], extent[2]) <= 0) return cudaSuccess;
  const Grid grid = gridFor(extent, Band::square);
  return inTiles(grid, extent, [&](const Chunk(&pieces)[3]) {
    Tile tile{{}, {}, {0, 1}};
    Chunk* const loops[] = {&tile.first, &tile.second, &tile.third};
    for (int loop = 0; loop < Band::count; ++loop) *loops[loop] = pieces[static_cast<int>(Band::axes[loop])];
    tile.first = {launch.chunk.begin + tile.first.begin, launch.chunk.begin + tile.first.end};
    void* arguments[] = {const_cast<void*>(launch.kernel), &tile};
    return start(reinterpret_cast<const void*>(stub), blocksOf(grid), threadsOf(grid), arguments, launch.stream);
  });
}

template <class K>
cudaError_t launchLanes(const DeviceLaunch& launch) {
  void (*const stub)(K, Chunk, int) = &runLanes<K>;
  static constexpr std::size_t sizes[] = {sizeof(K), sizeof(Chunk), sizeof(int)};
  static const bool announced = announce(reinterpret_cast<const void*>(stub), &runLanesOnHost<K>, sizes, 3);
  (void)announced;
  int width =
      lanesFor(launch.chunk.size(), static_cast<const K*>(launch.kernel)->mostTrips(launch.chunk), K::Lanes::sums);
  const Index together = 32 / width;
  const Index extent[] = {(launch.chunk.size() + together - 1) / together * 32, 1, 1};
  const Grid grid = gridFor(extent, false);
  return inTiles(grid, extent, [&](const Chunk(&pieces)[3]) {
    Chunk chunk = {launch.chunk.begin + pieces[0].begin / 32 * together,
                   least(launch.chunk.end, launch.chunk.begin + pieces[0].end / 32 * together)};
    void* arguments[] = {const_cast<void*>(launch.kernel), &chunk, &width};
    return start(reinterpret_cast<const void*>(stub), blocksOf(grid), threadsOf(grid), arguments, launch.stream);
  });
}

template <class K>
cudaError_t launchReduce(const DeviceLaunch& launch) {
  void (*const stub)(K, Chunk, Index, typename K::Partial*) = &reduce<K>;
  static constexpr std::size_t sizes[] = {sizeof(K), sizeof(Chunk), sizeof(Index), sizeof(void*)};
  static const bool announced = announce(reinterpret_cast<const void*>(stub), &reduceOnHost<K>, sizes, 4);
  (void)announced;
  Chunk chunk = launch.chunk;
  Index block = launch.block;
  void* partials = launch.partials;
  void* arguments[] = {const_cast<void*>(launch.kernel), &chunk, &block, &partials};
  const Index work = reduction::blockCount(chunk, block) * reduction::lanes(block);
  return start(reinterpret_cast<const void*>(stub), work, arguments, launch.stream);
}

template <class K>
cudaError_t launchCombine(const DeviceLaunch& launch) {
  void (*const stub)(K, Chunk, Index, CopyLayout, unsigned char*) = &combine<K>;
  static constexpr std::size_t sizes[] = {sizeof(K), sizeof(Chunk), sizeof(Index), sizeof(CopyLayout), sizeof(void*)};
  static const bool announced = announce(reinterpret_cast<const void*>(stub), &combineOnHost<K>, sizes, 5);
  (void)announced;
  Chunk chunk = launch.chunk;
  Index block = launch.block;
  CopyLayout layout = *launch.copies;
  void* results = launch.partials;
  void* arguments[] = {const_cast<void*>(launch.kernel), &chunk, &block, &layout, &results};
  return start(reinterpret_cast<const void*>(stub), reduction::blockCount(chunk, block), arguments, launch.stream);
}

template <class K>
cudaError_t launchFold(const DeviceFold& launch) {
  void (*const stub)(ResultFold, CopyLayout, Index) = &foldResults<K>;
  static constexpr std::size_t sizes[] = {sizeof(ResultFold), sizeof(CopyLayout), sizeof(Index)};
  static const bool announced = announce(reinterpret_cast<const void*>(stub), &foldResultsOnHost<K>, sizes, 3);
  (void)announced;
  ResultFold fold = launch.fold;
  CopyLayout layout = *launch.fold.copies;
  cudaError_t error = cudaSuccess;
  // Each pass leaves a sixteenth of the results, and waits for the one before.
  for (Index unit = 1; unit < fold.blocks.size() && error == cudaSuccess; unit *= foldWidth) {
    void* arguments[] = {&fold, &layout, &unit};
    error = start(reinterpret_cast<const void*>(stub), foldWork<K>(launch.fold, unit), arguments, launch.stream);
  }
  return error;
}

}  // namespace clustrix::runtime::cuda

namespace clustrix::runtime {

template <class K>
bool seenAlikeOnDevice() {
  static std::atomic<cuda::Layouts> known{cuda::Layouts::Unknown};
  if (const cuda::Layouts before = known.load(std::memory_order_relaxed); before != cuda::Layouts::Unknown)
    return before == cuda::Layouts::Alike;
  void (*const stub)(std::uint64_t*) = &cuda::measureLayout<K>;
  static constexpr std::size_t sizes[] = {sizeof(void*)};
  cuda::announce(reinterpret_cast<const void*>(stub), &cuda::measureLayoutOnHost<K>, sizes, 1);
  known.store(cuda::compareLayouts(reinterpret_cast<const void*>(stub), layoutOf<K>(&known)),
              std::memory_order_relaxed);
  return known.load(std::memory_order_relaxed) != cuda::Layouts::Different;
}

template <class K>
int foldOnDevice(const DeviceFold& fold) {
  return cuda::launchFold<K>(fold);
}

/// On the current device and the given stream. The kernel object is copied. Returns a cudaError_t.
template <class K>
int launchOnDevice(const DeviceLaunch& launch) {
  if constexpr (sizeof(K) > cuda::mostArgumentBytes) {
    return cudaErrorNotSupported;  // the loop stays on the CPU
  } else if constexpr (!std::is_void_v<typename CombinedOf<K>::Type>) {
    return cuda::launchCombine<K>(launch);
  } else if constexpr (std::is_void_v<typename PartialOf<K>::Type>) {
    const auto divided = [&] {
      if constexpr (hasBand<K>)
        return cuda::launchBand<K>(launch);
      else if constexpr (hasLanes<K>)
        return cuda::launchLanes<K>(launch);
      else
        return cuda::launchRun<K>(launch);
    };
    if constexpr (asksWhetherToDivide<K>)
      if (!static_cast<const K*>(launch.kernel)->mayDivide()) return cuda::launchRun<K>(launch);
    return divided();
  } else {
    return cuda::launchReduce<K>(launch);
  }
}

}  // namespace clustrix::runtime
