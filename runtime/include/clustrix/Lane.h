// Lane: one of several threads of a GPU that share an iteration, and what it asks the others.
//
//     lanes of an iteration    one | 8 of a warp | a warp | a block
#pragma once

#include <cstring>

#include "clustrix/Band.h"

namespace clustrix {
namespace runtime {

/// The lane of a thread of its own.
struct Alone {
  CLUSTRIX_HD bool one() const { return true; }
  CLUSTRIX_HD void meet() const {}
};

/// An iteration has so many lanes, or all of a warp, or all of a block, one warp of which adds up the others' terms.
constexpr int fewLanes = 8, warpLanes = 32, blockLanes = 256 + warpLanes;

/// Iterations of a lane in one go: enough loads under way to hide how long they take.
constexpr int atOnce(int width, int sums) {
  return width > warpLanes ? 1 : width < warpLanes ? (sums == 1 ? 16 : 4) : sums == 1 ? 4 : 2;
}
/// Bytes from the terms of a sum to those of the next one, of one round: lanes that add different sums then find theirs
/// in different banks.
constexpr int rowBytes(int width, int sums) { return atOnce(width, sums) * width * 8 + 16; }
constexpr int mostTold = 64;  // bytes that a warp of a block tells the others
/// Bytes of shared memory for the lanes of an iteration, whose loops have at most so many sums: the terms of two
/// rounds.
constexpr int roomBytes(int width, int most) {
  int bytes = width > warpLanes ? width / warpLanes * mostTold : 0;
  for (int sums = 1; sums <= most; ++sums)
    if (const int terms = sums * 2 * rowBytes(width, sums); terms > bytes) bytes = terms;
  return bytes;
}

/// Threads of a block whose iterations have so many lanes: their rooms leave some for other blocks.
constexpr int laneThreads(int width, int sums) {
  constexpr int mostBytes = 20480;
  int threads = width > warpLanes ? width : 256;
  while (threads > width && threads > warpLanes && threads / width * roomBytes(width, sums) > mostBytes) threads /= 2;
  return threads;
}

/// One of `w` lanes of an iteration. Lane q of a warp's is thread `first + q * stride` there.
template <int w>
struct Lane {
  static constexpr int width = w;
  static constexpr int inWarp = w < warpLanes ? w : warpLanes;

  int number = 0;
  int first = 0;
  int stride = 1;
  unsigned mask = ~0u;            // all lanes of the iteration in this warp
  unsigned char* room = nullptr;  // shared memory of the iteration's lanes

  /// Waits until all lanes have come here, and sees what they have written.
  CLUSTRIX_HD void meet() const {
#if defined(__CUDA_ARCH__)
    if constexpr (w > warpLanes)
      __syncthreads();
    else
      __syncwarp(mask);
#endif
  }
  /// Whether this is the lane that does what is to be done once. No lane is still at what stands in front.
  CLUSTRIX_HD bool one() const {
    meet();
    return number == 0;
  }
  /// What another lane of this warp holds. All of them ask.
  template <class S>
  CLUSTRIX_HD S from(const S& mine, int lane) const {
    constexpr int words = static_cast<int>((sizeof(S) + 3) / 4);
    unsigned bits[words] = {};
    std::memcpy(bits, &mine, sizeof(S));
#if defined(__CUDA_ARCH__)
    CLUSTRIX_UNROLL
    for (unsigned& word : bits) word = __shfl_sync(mask, word, first + lane * stride);
#else
    static_cast<void>(lane);
#endif
    S other = mine;
    std::memcpy(&other, bits, sizeof(S));
    return other;
  }
  /// What all lanes hold, put together by `take(into, other)`, which has to be the same in any order.
  template <class S, class Take>
  CLUSTRIX_HD S together(S mine, const Take& take) const {
    CLUSTRIX_UNROLL
    for (int distance = 1; distance < inWarp; distance *= 2) {
      const S other = from(mine, (number % inWarp) ^ distance);
      take(mine, other);
    }
    if constexpr (w > warpLanes) {
      static_assert(sizeof(S) <= mostTold);
      constexpr int warps = w / warpLanes;
      S* const all = reinterpret_cast<S*>(room);
      meet();
      if (number % warpLanes == 0) std::memcpy(all + number / warpLanes, &mine, sizeof(S));
      meet();
      S others[warps];
      CLUSTRIX_UNROLL
      for (int warp = 0; warp < warps; ++warp) others[warp] = all[warp];
      CLUSTRIX_UNROLL
      for (int warp = 0; warp < warps; ++warp)
        if (warp != number / warpLanes) take(mine, others[warp]);
      meet();
    }
    return mine;
  }
  /// Whether it holds in one of the lanes, all of which ask.
  CLUSTRIX_HD bool any(bool mine) const {
    return together(mine ? 1 : 0, [](int& to, const int& other) { to |= other; }) != 0;
  }
};

}  // namespace runtime
}  // namespace clustrix
