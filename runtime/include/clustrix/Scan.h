// Scan: running values. Blocks of iterations are added up first and run from what the blocks before them come to then.
//
//     pass 1    starts[b] = all of block b combined, nothing else is written
//     host      starts[b] = the carried value combined with the blocks before b, in their order
//     pass 2    block b runs from starts[b] and leaves its last value in ends[b]
//
// Each pass is a loop over the blocks. On a GPU a warp has a block, 32 iterations at a time: each lane computes what
// its iteration does to the values, log2(32) steps of combining neighbours tell it what stands before it, and it runs
// again from there (Hillis and Steele 1986). Side by side are the iterations of a warp then, and with them what they
// touch.
//
// The size of blocks depends on the number of iterations alone, and the host combines in the same order where grouping
// shows in the bits, so that a result has the same bits for any number of devices.
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

constexpr Index mostIterations = 1024;
constexpr int together = runtime::warpLanes;  // iterations of a warp

/// A thousand blocks and more: a block is a warp's.
CLUSTRIX_HD constexpr Index blockSize(Index iterations) { return reduction::blockSize(iterations / 2, mostIterations); }

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

/// Whether a kernel says that its running values are the same to the bit however iterations are grouped:
/// `static constexpr bool anyGrouping = true`.
template <class Kernel, class = const bool*>
struct AnyGrouping : std::false_type {};
template <class Kernel>
struct AnyGrouping<Kernel, decltype(&Kernel::anyGrouping)> : std::bool_constant<Kernel::anyGrouping> {};

/// What iteration `k` alone does to the values.
template <class Kernel>
CLUSTRIX_HD typename Kernel::Partial ownOf(const Kernel& kernel, Index k) {
  auto own = Kernel::identity();
  kernel.template iterate<false>(k, own);
  return own;
}
template <class Kernel, class Partial>
CLUSTRIX_HD Partial combined(Partial left, const Partial& right) {
  Kernel::combine(left, right);
  return left;
}

/// Iterations one after the other, from `carried`, which they leave at its last value.
#if defined(__CUDACC__)
#pragma nv_exec_check_disable  // see foldLane
#endif
template <bool writing, class Kernel, class Partial>
CLUSTRIX_HD void runInOrder(const Kernel& kernel, Chunk chunk, Partial& carried) {
  for (Index k = chunk.begin; k < chunk.end; ++k) kernel.template iterate<writing>(k, carried);
}

/// As a warp does it, by one thread: `carried` is what comes before the iterations, then what comes behind them.
/// Answers the value that the last iteration left.
template <bool writing, class Kernel, class Partial>
CLUSTRIX_HD Partial runAsWarp(const Kernel& kernel, Chunk chunk, Partial& carried) {
  Partial last = carried;
  for (Index first = chunk.begin; first < chunk.end; first += together) {
    const int count = static_cast<int>(chunk.end - first < together ? chunk.end - first : together);
    Partial upTo[together];
    for (int l = 0; l < count; ++l) upTo[l] = ownOf(kernel, first + l);
    for (int distance = 1; distance < count; distance *= 2)
      for (int l = count - 1; l >= distance; --l) upTo[l] = combined<Kernel>(upTo[l - distance], upTo[l]);
    for (int l = 0; writing && l < count; ++l) {
      last = l == 0 ? carried : combined<Kernel>(carried, upTo[l - 1]);
      kernel.template iterate<writing>(first + l, last);
    }
    Kernel::combine(carried, upTo[count - 1]);
  }
  return last;
}

/// The same by a warp, all lanes of which come here.
template <bool writing, class Kernel, class Partial>
CLUSTRIX_HD void runInWarp(const Kernel& kernel, Chunk chunk, const runtime::Lane<together>& lane, Partial& carried,
                           Partial* last) {
  constexpr int atOnce = 4;  // rounds, whose loads are under way together
  for (Index first = chunk.begin; first < chunk.end; first += atOnce * together) {
    Partial upTo[atOnce];
    CLUSTRIX_UNROLL
    for (int round = 0; round < atOnce; ++round) {
      const Index k = first + round * together + lane.number;
      upTo[round] = k < chunk.end ? ownOf(kernel, k) : Kernel::identity();
    }
    CLUSTRIX_UNROLL
    for (int distance = 1; distance < together; distance *= 2) {
      const bool hasLeft = lane.number >= distance;
      CLUSTRIX_UNROLL
      for (Partial& mine : upTo) {
        const Partial left = lane.from(mine, hasLeft ? lane.number - distance : lane.number);
        if (hasLeft) mine = combined<Kernel>(left, mine);
      }
    }
    CLUSTRIX_UNROLL
    for (int round = 0; round < atOnce; ++round) {
      const Index here = first + round * together, left = chunk.end - here;
      if (left <= 0) break;
      if constexpr (writing) {
        const Index k = here + lane.number;
        const Partial before = lane.from(upTo[round], lane.number == 0 ? 0 : lane.number - 1);
        Partial partial = lane.number == 0 ? carried : combined<Kernel>(carried, before);
        if (k < chunk.end) kernel.template iterate<writing>(k, partial);
        if (k == chunk.end - 1) *last = partial;
      }
      // Not an identity behind the end, which may turn -0.0 into 0.0.
      Kernel::combine(carried, lane.from(upTo[round], left < together ? static_cast<int>(left) - 1 : together - 1));
    }
  }
}

/// What both passes say of themselves: a warp has each of their iterations.
template <class Kernel>
struct Pass : runtime::Around<Kernel, typename Kernel::Partial> {
  using Lanes = runtime::Warps;
  /// By one thread. Where no GPU will see the loop, the shorter way is as good.
  static constexpr bool inOrder = AnyGrouping<Kernel>::value || runtime::IsHostOnly<Kernel>::value;
};

template <class Kernel>
struct Total : Pass<Kernel> {
  using Values = typename Kernel::Partial;
  Kernel kernel;
  Blocks blocks;
  Values* starts;

  Total(const Kernel& body, const Blocks& of, Values* to) : kernel(body), blocks(of), starts(to) {}

#if defined(__CUDACC__)
#pragma nv_exec_check_disable
#endif
  CLUSTRIX_HD void operator()(Index block, runtime::Alone) const {
    const Chunk chunk = blocks.of({block, block + 1});
    Values partial = Kernel::identity();
    if constexpr (Total::inOrder)
      runInOrder<false>(kernel, chunk, partial);
    else
      runAsWarp<false>(kernel, chunk, partial);
    starts[block] = partial;
  }
  CLUSTRIX_HD void operator()(Index block, const runtime::Lane<together>& lane) const {
    Values partial = Kernel::identity();
    runInWarp<false>(kernel, blocks.of({block, block + 1}), lane, partial, static_cast<Values*>(nullptr));
    if (lane.number == 0) starts[block] = partial;
  }
};

template <class Kernel>
struct Writer : Pass<Kernel> {
  using Values = typename Kernel::Partial;
  Kernel kernel;
  Blocks blocks;
  const Values* starts;
  Values* ends;

  Writer(const Kernel& body, const Blocks& of, const Values* from, Values* to)
      : kernel(body), blocks(of), starts(from), ends(to) {}

#if defined(__CUDACC__)
#pragma nv_exec_check_disable
#endif
  CLUSTRIX_HD void operator()(Index block, runtime::Alone) const {
    const Chunk chunk = blocks.of({block, block + 1});
    Values partial = starts[block];
    if constexpr (Writer::inOrder)
      runInOrder<true>(kernel, chunk, partial);
    else
      partial = runAsWarp<true>(kernel, chunk, partial);
    ends[block] = partial;
  }
  CLUSTRIX_HD void operator()(Index block, const runtime::Lane<together>& lane) const {
    Values partial = starts[block];
    runInWarp<true>(kernel, blocks.of({block, block + 1}), lane, partial, ends + block);
  }
};

}  // namespace scan
}  // namespace clustrix
