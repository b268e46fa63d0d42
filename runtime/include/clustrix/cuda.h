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

#include "clustrix/cudaKernels.h"

namespace clustrix::runtime::cuda {

inline const bool backendRegistered = registerBackendOnce();

template <class K>
void runOnHost(void** arguments, unsigned blocks, unsigned threads) {
  const K& kernel = *static_cast<const K*>(arguments[0]);
  const Chunk chunk = *static_cast<const Chunk*>(arguments[1]);
  const Index all = Index{blocks} * threads;
  if constexpr (ownRowsOf<K> > 0 || hasWorkspaces<K>)
    for (Index thread = 0; thread < least(all, chunk.size()); ++thread) {
      const K own = ofWorker(kernel, thread);
      for (Index k = chunk.begin + thread; k < chunk.end; k += all) iterate(own, k);
    }
  else
    for (Index k = chunk.begin; k < least(chunk.end, chunk.begin + all); ++k) iterate(kernel, k);
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
                *static_cast<void* const*>(arguments[3]), 0);
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
inline cudaError_t start(const void* stub, dim3 blocks, dim3 threads, void** arguments, void* stream,
                         std::size_t sharedBytes = 0) {
  const auto launch = [&] {
    return cudaLaunchKernel(stub, blocks, threads, arguments, sharedBytes, static_cast<cudaStream_t>(stream));
  };
  if (launch() == cudaSuccess) return cudaSuccess;
  static_cast<void>(cudaGetLastError());
  return launch();
}

inline cudaError_t start(const void* stub, const Shape& shape, void** arguments, void* stream) {
  return start(stub, dim3(shape.blocks), dim3(shape.threads), arguments, stream);
}
/// For so many threads, which stride over what is left.
inline cudaError_t start(const void* stub, Index work, void** arguments, void* stream) {
  return start(stub, shapeFor(work), arguments, stream);
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
  if constexpr (ownRowsOf<K> > 0 || hasWorkspaces<K>) {
    Chunk chunk = launch.chunk;
    void* arguments[] = {const_cast<void*>(launch.kernel), &chunk};
    const Shape shape =
        hasWorkspaces<K> ? shapeForWorkers(chunk.size(), launch.workers) : shapeForRows(chunk.size(), ownRowsOf<K>);
    return start(reinterpret_cast<const void*>(stub), shape, arguments, launch.stream);
  }
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

template <class K, int w>
cudaError_t launchLanes(const DeviceLaunch& launch) {
  void (*const stub)(K, Chunk) = &runLanes<K, w>;
  static constexpr std::size_t sizes[] = {sizeof(K), sizeof(Chunk)};
  static const bool announced = announce(reinterpret_cast<const void*>(stub), &runLanesOnHost<K>, sizes, 2);
  (void)announced;
  const Index threads =
      w > warpLanes ? w : least(shapeFor(launch.chunk.size() * w).threads, laneThreads(w, K::Lanes::sums));
  const Index each = threads / w, most = Index{0x7fffffff} * each;  // iterations of a block, of a launch
  cudaError_t error = cudaSuccess;
  for (Index begin = launch.chunk.begin; begin < launch.chunk.end && error == cudaSuccess; begin += most) {
    Chunk chunk = {begin, least(launch.chunk.end, begin + most)};
    void* arguments[] = {const_cast<void*>(launch.kernel), &chunk};
    error = start(reinterpret_cast<const void*>(stub), dim3(static_cast<unsigned>((chunk.size() + each - 1) / each)),
                  dim3(static_cast<unsigned>(threads)), arguments, launch.stream);
  }
  return error;
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
  const Shape shape = hasWorkspaces<K> ? shapeForWorkers(work, launch.workers) : shapeFor(work);
  return start(reinterpret_cast<const void*>(stub), shape, arguments, launch.stream);
}

/// Calls `start(width)` with as many lanes as suit the iterations, a constant, or `startAlone()` where one does.
template <class K, class F, class Alone>
cudaError_t withLanes(const DeviceLaunch& launch, const F& start, const Alone& startAlone) {
  const Index trips = static_cast<const K*>(launch.kernel)->mostTrips(launch.chunk);
  const int width = lanesFor(launch.chunk.size(), trips, K::Lanes::sums, K::Lanes::neighbours);
  if (width == 1) return startAlone();
  if constexpr (K::Lanes::neighbours == Neighbours::Iterations) {
    return start(std::integral_constant<int, fewLanes>());
  } else {
    if constexpr (K::Lanes::neighbours == Neighbours::Lanes)
      if (width == fewLanes) return start(std::integral_constant<int, fewLanes>());
    if (width == warpLanes) return start(std::integral_constant<int, warpLanes>());
    return start(std::integral_constant<int, blockLanes>());
  }
}

template <class K, int w>
cudaError_t launchReduceLanes(const DeviceLaunch& launch) {
  void (*const stub)(K, Chunk, Index, typename K::Partial*) = &reduceLanes<K, w>;
  static constexpr std::size_t sizes[] = {sizeof(K), sizeof(Chunk), sizeof(Index), sizeof(void*)};
  static const bool announced = announce(reinterpret_cast<const void*>(stub), &reduceOnHost<K>, sizes, 4);
  (void)announced;
  Chunk chunk = launch.chunk;
  Index block = launch.block;
  void* partials = launch.partials;
  void* arguments[] = {const_cast<void*>(launch.kernel), &chunk, &block, &partials};
  const Index threads = least(laneThreads(w, K::Lanes::sums), greatest(Index{reduction::lanes(block)} * w, warpLanes));
  const Index blocks = least(reduction::blockCount(chunk, block), 0x7fffffff);
  return start(reinterpret_cast<const void*>(stub), dim3(static_cast<unsigned>(blocks)),
               dim3(static_cast<unsigned>(threads)), arguments, launch.stream);
}

template <class K>
auto combineStub() {
  void (*stub)(K, Chunk, Index, CopyLayout, unsigned char*) = nullptr;
  if constexpr (sharesCopies<K>())
    stub = &combineTogether<K>;
  else
    stub = &combine<K>;
  return stub;
}

template <class K>
cudaError_t launchCombine(const DeviceLaunch& launch) {
  const auto stub = combineStub<K>();
  static constexpr std::size_t sizes[] = {sizeof(K), sizeof(Chunk), sizeof(Index), sizeof(CopyLayout), sizeof(void*)};
  static const bool announced = announce(reinterpret_cast<const void*>(stub), &combineOnHost<K>, sizes, 5);
  (void)announced;
  Chunk chunk = launch.chunk;
  Index block = launch.block;
  CopyLayout layout = *launch.copies;
  void* results = launch.partials;
  void* arguments[] = {const_cast<void*>(launch.kernel), &chunk, &block, &layout, &results};
  const Index blocks = reduction::blockCount(chunk, block);
  if constexpr (sharesCopies<K>()) {
    Index threads = warpLanes;
    while (threads < mostThreads && threads < block) threads *= 2;
    return start(reinterpret_cast<const void*>(stub), dim3(static_cast<unsigned>(least(blocks, 0x7fffffff))),
                 dim3(static_cast<unsigned>(threads)), arguments, launch.stream,
                 layout.stride <= mostSharedBytes ? static_cast<std::size_t>(layout.stride) : 0);
  }
  return start(reinterpret_cast<const void*>(stub), blocks, arguments, launch.stream);
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
  if constexpr (asksWhetherApart<K>)
    if (static_cast<const K*>(launch.kernel)->areApart()) return launchOnDevice<AsApart<K>>(launch);
  if constexpr (addsInAnyOrder<K>)
    if (wantsExactMath.load(std::memory_order_relaxed)) return launchOnDevice<AsExact<K>>(launch);
  if constexpr (sizeof(K) > cuda::mostArgumentBytes) {
    return cudaErrorNotSupported;  // the loop stays on the CPU
  } else if constexpr (!std::is_void_v<typename CombinedOf<K>::Type>) {
    return cuda::launchCombine<K>(launch);
  } else if constexpr (hasWarps<K>) {
    return cuda::launchLanes<K, warpLanes>(launch);
  } else if constexpr (std::is_void_v<typename PartialOf<K>::Type>) {
    const auto alone = [&] { return cuda::launchRun<K>(launch); };
    if constexpr (asksWhetherToDivide<K>)
      if (!static_cast<const K*>(launch.kernel)->mayDivide()) return alone();
    if constexpr (hasBand<K>)
      return cuda::launchBand<K>(launch);
    else if constexpr (hasLanes<K>)
      return cuda::withLanes<K>(launch, [&](auto width) { return cuda::launchLanes<K, width.value>(launch); }, alone);
    else
      return alone();
  } else {
    const auto alone = [&] { return cuda::launchReduce<K>(launch); };
    if constexpr (asksWhetherToDivide<K>)
      if (!static_cast<const K*>(launch.kernel)->mayDivide()) return alone();
    if constexpr (hasLanes<K>)
      if constexpr (cuda::fitsPartials<K>())
        return cuda::withLanes<K>(
            launch, [&](auto width) { return cuda::launchReduceLanes<K, width.value>(launch); }, alone);
    return alone();
  }
}

}  // namespace clustrix::runtime
