// Scan: running values. Blocks of iterations are added up first and run from what the blocks before them come to then.
//
//     pass 1    starts[b] = all of block b combined, nothing else is written
//     host      starts[b] = the carried value combined with the blocks before b, in their order
//     pass 2    block b runs from starts[b], one iteration after the other, and leaves its last value in ends[b]
//
// Each pass is a loop over the blocks. Their size depends on the number of iterations alone, so that a result has the
// same bits for any number of devices.
#pragma once

#include <cstddef>
#include <type_traits>

#include "clustrix/Kernel.h"
#include "clustrix/Wrapping.h"

namespace clustrix {

/// A carried sum as the loop's body sees it: of the variable's own type where its value is used.
template <class T, bool writing>
CLUSTRIX_HD decltype(auto) carriedAs(Wrapping<T>& value) {
  if constexpr (writing)
    return reinterpret_cast<T&>(value);
  else
    return (value);
}

namespace scan {

constexpr Index mostIterations = 128;

CLUSTRIX_HD constexpr Index blockSize(Index iterations) { return reduction::blockSize(iterations, mostIterations); }

/// The loop over blocks of `iterations` iterations of `Kernel`.
struct Blocks {
  Index iterations;
  Index size;

  CLUSTRIX_HD Index count() const { return (iterations + size - 1) / size; }
  CLUSTRIX_HD Chunk of(Chunk blocks) const {
    const Index end = blocks.end * size;
    return {blocks.begin * size, end < iterations ? end : iterations};
  }
};

template <class Kernel>
struct Total {
  Kernel kernel;
  Blocks blocks;
  typename Kernel::Partial* starts;

  static constexpr bool hostOnly = runtime::IsHostOnly<Kernel>::value, inPlace = runtime::IsInPlace<Kernel>::value;
  static constexpr const char* whyHostAlone = runtime::WhyHostAlone<Kernel>::value;
#if defined(__CUDACC__)
#pragma nv_exec_check_disable  // see foldLane
#endif
  CLUSTRIX_HD void operator()(Index block) const {
    const Chunk chunk = blocks.of({block, block + 1});
    auto partial = Kernel::identity();
    for (Index k = chunk.begin; k < chunk.end; ++k) kernel.template iterate<false>(k, partial);
    starts[block] = partial;
  }
};

template <class Kernel>
struct Writer {
  Kernel kernel;
  Blocks blocks;
  const typename Kernel::Partial* starts;
  typename Kernel::Partial* ends;

  static constexpr bool hostOnly = runtime::IsHostOnly<Kernel>::value, inPlace = runtime::IsInPlace<Kernel>::value;
  static constexpr const char* whyHostAlone = runtime::WhyHostAlone<Kernel>::value;
#if defined(__CUDACC__)
#pragma nv_exec_check_disable  // see foldLane
#endif
  CLUSTRIX_HD void operator()(Index block) const {
    const Chunk chunk = blocks.of({block, block + 1});
    auto partial = starts[block];
    for (Index k = chunk.begin; k < chunk.end; ++k) kernel.template iterate<true>(k, partial);
    ends[block] = partial;
  }
};

}  // namespace scan
}  // namespace clustrix
