// cuda: a kernel's version for GPUs. Included by clustrix/runtime.h under nvcc, and only there.
//
//     Kernel::launchDevice ─► launchOnDevice<K> ─► run<K>, reduce<K> or combine<K> <<<shape>>>
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

/// What thread number `thread` of `threads` does of the chunk.
template <class K>
CLUSTRIX_HD void runThread(const K& kernel, Chunk chunk, Index thread, Index threads) {
  for (Index k = chunk.begin + thread; k < chunk.end; k += threads) kernel(k);
}

template <class K>
__global__ void __launch_bounds__(mostThreads) run(K kernel, Chunk chunk) {
  runThread(kernel, chunk, Index{blockIdx.x} * blockDim.x + threadIdx.x, Index{gridDim.x} * blockDim.x);
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
  const Index all = Index{blocks} * threads;
  for (Index thread = 0; thread < all && chunk.begin + thread < chunk.end; ++thread)
    runThread(kernel, chunk, thread, all);
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
inline cudaError_t start(const void* stub, Index work, void** arguments, void* stream) {
  const Shape shape = shapeFor(work);
  const auto launch = [&] {
    return cudaLaunchKernel(stub, dim3(shape.blocks), dim3(shape.threads), arguments, 0,
                            static_cast<cudaStream_t>(stream));
  };
  if (launch() == cudaSuccess) return cudaSuccess;
  static_cast<void>(cudaGetLastError());
  return launch();
}

template <class K>
cudaError_t launchRun(const DeviceLaunch& launch) {
  void (*const stub)(K, Chunk) = &run<K>;
  static constexpr std::size_t sizes[] = {sizeof(K), sizeof(Chunk)};
  static const bool announced = announce(reinterpret_cast<const void*>(stub), &runOnHost<K>, sizes, 2);
  (void)announced;
  Chunk chunk = launch.chunk;
  void* arguments[] = {const_cast<void*>(launch.kernel), &chunk};
  return start(reinterpret_cast<const void*>(stub), chunk.size(), arguments, launch.stream);
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
    return cuda::launchRun<K>(launch);
  } else {
    return cuda::launchReduce<K>(launch);
  }
}

}  // namespace clustrix::runtime
