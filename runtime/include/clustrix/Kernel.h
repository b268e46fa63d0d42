// Kernel: a loop's body without its type, as functions that the runtime calls once a chunk.
//
// The loop over the chunk is compiled in the user's file, around the inlined body, so that the host compiler
// vectorises it as it would the original; the call through a pointer is paid once for many iterations.
#pragma once

#include <cstddef>
#include <limits>
#include <new>
#include <type_traits>

#include "clustrix/Apart.h"
#include "clustrix/Band.h"
#include "clustrix/Combined.h"
#include "clustrix/Fold.h"
#include "clustrix/Lanes.h"
#include "clustrix/Layout.h"
#include "clustrix/Reduction.h"
#include "clustrix/Workspace.h"

// Iterations are independent: the analysis has proven it, or the author has said so. Clang warns where it cannot follow
// such a hint, and finds out by itself where it can.
#if defined(__GNUC__) && !defined(__clang__)
#define CLUSTRIX_INDEPENDENT_ITERATIONS _Pragma("GCC ivdep")
#else
#define CLUSTRIX_INDEPENDENT_ITERATIONS
#endif

namespace clustrix::runtime {

/// What the device version of a kernel is started with.
struct DeviceLaunch {
  const void* kernel = nullptr;  // the kernel object, in host memory
  Chunk chunk;
  Index block = 1;                     // iterations of a reduction block; chunk.begin is a multiple of it
  void* partials = nullptr;            // device memory: one Partial a block, the chunk's first block first; or null
  const CopyLayout* copies = nullptr;  // of a block's result, where the kernel combines into arrays
  Index workers = 0;                   // threads that there are workspaces for; 0: the kernel has none
  void* stream = nullptr;              // the backend's: a cudaStream_t
};

/// What combines results of blocks on a device. See clustrix/Fold.h.
struct DeviceFold {
  ResultFold fold;         // of device memory
  void* stream = nullptr;  // the backend's: a cudaStream_t
};

/// One constant a kernel type. `kernel` points to an object of `size` bytes, made by the launch's `build`.
struct Kernel {
  std::size_t size = 0;
  std::size_t alignment = 1;
  std::size_t partialSize = 0;  // 0: the loop has no reduction
  std::size_t partialAlignment = 1;
  // `worker`: of those that run the kernel object at a time, from 0.
  void (*runHost)(const void* kernel, Chunk chunk, Index worker) = nullptr;
  void (*reduceHost)(const void* kernel, Chunk chunk, Index block, void* partials, Index worker) = nullptr;
  void (*identity)(void* partial) = nullptr;
  void (*combineTree)(void* partials, Index count) = nullptr;  // into the first; count >= 1
  // Instead of the above where the kernel combines into arrays, whose copies then belong to a block's result:
  void (*copyHost)(const void* kernel, Chunk chunk, Index block, const CopyLayout& layout, void* results) = nullptr;
  void (*combineCopies)(void* results, Index count, const CopyLayout& layout) = nullptr;  // into the first; count >= 1
  void (*mergeCopies)(const void* kernel, const void* result, const CopyLayout& layout) = nullptr;
  // Of the results of blocks, where there are any:
  void (*foldHost)(const ResultFold& fold) = nullptr;  // in host memory
  bool anyGrouping = false;                            // they may meet in any grouping
  CombinedKinds kinds;
  bool inPlace = false;     // for the host's memory and threads alone: no device, of whatever kind, is given any of it
  bool workspaces = false;  // its workers have memory of their own: see Workspace.h
  bool threadsInside = false;          // a GPU has threads along loops inside, or lanes: see Band.h and Lanes.h
  const char* whyHostAlone = nullptr;  // why no device, of whatever kind, runs it; null where one may
  /// A cudaError_t. Null in a file that nvcc has not compiled: the kernel then has no version for GPUs.
  int (*launchDevice)(const DeviceLaunch& launch) = nullptr;
  int (*foldDevice)(const DeviceFold& fold) = nullptr;
  /// Whether the current device lays out the kernel as the host does: see clustrix/Layout.h. Null where launchDevice
  /// is.
  bool (*seenAlike)() = nullptr;
};

#ifdef __CUDACC__
/// Defined in clustrix/cuda.h.
template <class K>
int launchOnDevice(const DeviceLaunch& launch);
template <class K>
int foldOnDevice(const DeviceFold& fold);
template <class K>
bool seenAlikeOnDevice();
#endif

/// Whether a kernel says that it works in the host's own memory, and has a version for the host's threads alone:
/// `static constexpr bool inPlace = true`. What it says counts, not that it says something: a kernel around another one
/// says what that one does. A member of that name which is no constant is a variable of the source's.
template <class K, class = const bool*>
struct IsInPlace : std::false_type {};
template <class K>
struct IsInPlace<K, decltype(&K::inPlace)> : std::bool_constant<K::inPlace> {};

/// Whether a kernel says that it has no version for GPUs: `static constexpr bool hostOnly = true`.
template <class K, class = const bool*>
struct IsHostOnly : IsInPlace<K> {};
template <class K>
struct IsHostOnly<K, decltype(&K::hostOnly)> : std::bool_constant<K::hostOnly || IsInPlace<K>::value> {};

/// Why a kernel is for the host alone, as the report says it: `static constexpr const char* whyHostAlone = "..."`.
template <class K, class = const char* const*>
struct WhyHostAlone {
  static constexpr const char* value =
      IsInPlace<K>::value ? "it works in the host's memory: what it touches is not known before it runs"
                          : "no GPU can run what its body calls";
};
template <class K>
struct WhyHostAlone<K, decltype(&K::whyHostAlone)> {
  static constexpr const char* value = K::whyHostAlone;
};

/// What a kernel around another one says of itself: what that one says. `Elements`: what it has pointers to besides.
template <class K, class... Elements>
struct Around {
  static constexpr bool hostOnly = IsHostOnly<K>::value, inPlace = IsInPlace<K>::value;
  static constexpr const char* whyHostAlone = WhyHostAlone<K>::value;
  using PointedTo = typename WithMore<typename PointedToOf<K>::Type, Elements*...>::Type;
};

/// `Count` counts iterations: an `int` where it can, since most source counts in `int`, and a loop that narrows its
/// counter in each iteration is not vectorised.
template <class Count, class K>
void runIterations(const K& body, Count begin, Count end) {
  CLUSTRIX_INDEPENDENT_ITERATIONS
  for (Count k = begin; k < end; ++k) {
    if constexpr (hasBand<K>)
      body(k, InOrder{});
    else if constexpr (hasLanes<K>)
      body(k, Alone{});
    else
      body(k);
  }
}

template <class K>
void runHost(const void* kernel, Chunk chunk, Index worker) {
  // A copy that no store through the arrays can reach keeps the kernel's members in registers.
  const K body = ofWorker(*static_cast<const K*>(kernel), worker);
  if constexpr (isInParts<K>)
    body(chunk, Alone{});
  else if (chunk.begin >= 0 && chunk.end <= std::numeric_limits<int>::max())
    runIterations<int>(body, static_cast<int>(chunk.begin), static_cast<int>(chunk.end));
  else
    runIterations<Index>(body, chunk.begin, chunk.end);
}

/// One block's lanes, side by side where they interleave: the inner loop runs over lanes, which vectorise.
template <class K, class Partial>
void foldBlock(const K& body, Index begin, Index end, Index block, Partial* lane) {
  const int width = reduction::lanes(block);
  for (int l = 0; l < width; ++l) lane[l] = K::identity();
  if (K::order == Order::Interleaved && width == reduction::mostLanes) {
    Index k = begin;
    for (; k + reduction::mostLanes <= end; k += reduction::mostLanes) {
      CLUSTRIX_INDEPENDENT_ITERATIONS
      for (int l = 0; l < reduction::mostLanes; ++l) body(k + l, lane[l]);
    }
    for (int l = 0; k + l < end; ++l) body(k + l, lane[l]);
  } else {
    for (int l = 0; l < width; ++l) reduction::foldLane(body, begin, end, block, l, lane[l]);
  }
  reduction::combineTree<K>(lane, width);
}

/// The tree over lanes [first, first + count) of a block, `count` a power of two, with a partial result for each level
/// instead of one for each lane.
template <class K, class Partial>
void foldLanes(const K& body, Index begin, Index end, Index block, int first, int count, Partial& result) {
  if (count == 1) {
    result = K::identity();
    return reduction::foldLane(body, begin, end, block, first, result);
  }
  foldLanes(body, begin, end, block, first, count / 2, result);
  Partial right;
  foldLanes(body, begin, end, block, first + count / 2, count / 2, right);
  K::combine(result, right);
}

/// Blocks of the chunk, each folded into its Partial. `K`: that of `body`.
template <class K>
void foldBlocks(const K& body, Chunk chunk, Index block, typename K::Partial* results) {
  using Partial = typename K::Partial;
  // Lanes of large partials would overflow a worker thread's stack.
  constexpr bool small = sizeof(Partial) * reduction::mostLanes <= 32768;
  Partial onStack[small ? reduction::mostLanes : 1];
  Partial* const lane = small ? onStack : new (std::nothrow) Partial[reduction::mostLanes];
  for (Index begin = chunk.begin, b = 0; begin < chunk.end; begin += block, ++b) {
    const Index end = begin + block < chunk.end ? begin + block : chunk.end;
    if (small || lane != nullptr)
      foldBlock(body, begin, end, block, lane);
    else  // slower, on the stack alone: the heap is full
      foldLanes(body, begin, end, block, 0, reduction::lanes(block), onStack[0]);
    new (results + b) Partial(small || lane != nullptr ? lane[0] : onStack[0]);
  }
  if (!small) delete[] lane;
}

template <class K>
void reduceHost(const void* kernel, Chunk chunk, Index block, void* partials, Index worker) {
  const K body = ofWorker(*static_cast<const K*>(kernel), worker);
  auto* const results = static_cast<typename K::Partial*>(partials);
  if constexpr (hasLanes<K>)
    foldBlocks(WithLane<K, Alone>{body, {}}, chunk, block, results);
  else
    foldBlocks(body, chunk, block, results);
}

template <class K>
void writeIdentity(void* partial) {
  new (partial) typename K::Partial(K::identity());
}
template <class K>
void combinePartials(void* partials, Index count) {
  reduction::combineTree<K>(static_cast<typename K::Partial*>(partials), count);
}

template <class K>
constexpr Kernel describe() {
  using Partial = typename PartialOf<K>::Type;
  Kernel kernel;
  kernel.size = sizeof(K);
  kernel.alignment = alignof(K);
  constexpr bool copies = !std::is_void_v<typename CombinedOf<K>::Type>;
  if constexpr (!std::is_void_v<Partial>) {
    static_assert(std::is_trivially_copyable_v<Partial>, "partial results are copied between devices as bytes");
    kernel.partialSize = sizeof(Partial);
    kernel.partialAlignment = alignof(Partial);
    kernel.identity = &writeIdentity<K>;
  }
  if constexpr (copies) {
    kernel.copyHost = &foldIntoCopiesHost<K>;
    kernel.combineCopies = &combineCopies<K>;
    kernel.mergeCopies = &mergeCopies<K>;
  } else if constexpr (std::is_void_v<Partial>) {
    kernel.runHost = &runHost<K>;
  } else {
    kernel.reduceHost = &reduceHost<K>;
    kernel.combineTree = &combinePartials<K>;
  }
  constexpr bool results = copies || !std::is_void_v<Partial>;
  if constexpr (results) kernel.foldHost = &foldHost<K>;
  kernel.anyGrouping = mayGroupAnyhow<K>();
  kernel.inPlace = IsInPlace<K>::value;
  kernel.workspaces = hasWorkspaces<K>;
  kernel.threadsInside = hasBand<K> || (hasLanes<K> && !isInParts<K>);
  if constexpr (IsHostOnly<K>::value) kernel.whyHostAlone = WhyHostAlone<K>::value;
  if constexpr (copies) kernel.kinds = kindsOf(typename K::Combined{});
#ifdef __CUDACC__
  if constexpr (!IsHostOnly<K>::value) {
    kernel.launchDevice = &launchOnDevice<K>;
    kernel.seenAlike = &seenAlikeOnDevice<K>;
    if constexpr (results) kernel.foldDevice = &foldOnDevice<K>;
  }
#endif
  return kernel;
}

template <class K>
inline constexpr Kernel kernelOf = describe<K>();

}  // namespace clustrix::runtime
