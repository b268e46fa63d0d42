// compaction.cpp by hand, in one pass: a block keeps the elements of its tile in shared memory, learns from the tiles
// before it where they go (decoupled look-back, after Merrill and Garland 2016), and writes them side by side.
#include "expert.h"
#include "natural.h"

constexpr int threads = 256, each = 8, tile = threads * each;

// What a tile has told: nothing yet, its own count, or the count up to its end. The state lies in the upper half of a
// word and the count in the lower, so that both arrive together.
using Told = unsigned long long;
constexpr Told ownCount = 1ULL << 32, fullCount = 2ULL << 32;

/// The number of elements kept before tile `own`, by one warp: a window of 32 tiles a step, back to the nearest that
/// knows its full count.
__device__ int countBefore(const volatile Told* told, int own) {
  const int lane = threadIdx.x % 32;
  int before = 0;
  for (int nearest = own - 1;; nearest -= 32) {
    const int other = nearest - lane;
    Told it = fullCount;
    if (other >= 0) do
        it = told[other];
      while (it == 0);
    const unsigned full = __ballot_sync(~0U, it >= fullCount);
    const int last = full ? __ffs(full) - 1 : 31;
    before += __reduce_add_sync(~0U, lane <= last ? static_cast<unsigned>(it) : 0U);
    if (full) return before;
  }
}

__global__ void compact(const double* __restrict__ a, int n, double threshold, double* __restrict__ kept,
                        int* __restrict__ count, volatile Told* told, int* ticket) {
  __shared__ double gathered[tile];
  __shared__ int warpCounts[each][threads / 32], own, before, size;
  // tiles in the order in which blocks start: those that a block waits for are running or done
  if (threadIdx.x == 0) own = atomicAdd(ticket, 1);
  __syncthreads();
  const int lane = threadIdx.x % 32, warp = threadIdx.x / 32, first = own * tile + threadIdx.x;
  double value[each];
  unsigned passing[each];
  for (int k = 0; k < each; ++k) value[k] = first + k * threads < n ? a[first + k * threads] : threshold;
  for (int k = 0; k < each; ++k) {
    passing[k] = __ballot_sync(~0U, value[k] > threshold);
    if (lane == 0) warpCounts[k][warp] = __popc(passing[k]);
  }
  __syncthreads();
  // a scan of the tile's 64 counts by the first warp, two a lane; they lie in the elements' order
  static_assert(each * threads / 32 == 64);
  if (warp == 0) {
    int* counts = warpCounts[0];
    const int here = counts[2 * lane] + counts[2 * lane + 1];
    int upTo = here;
    for (int distance = 1; distance < 32; distance *= 2) {
      const int left = __shfl_up_sync(~0U, upTo, distance);
      if (lane >= distance) upTo += left;
    }
    counts[2 * lane + 1] = upTo - counts[2 * lane + 1];
    counts[2 * lane] = upTo - here;
    if (lane == 31) {
      size = upTo;
      told[own] = (own ? ownCount : fullCount) | upTo;
    }
  }
  __syncthreads();
  for (int k = 0; k < each; ++k)
    if (value[k] > threshold) gathered[warpCounts[k][warp] + __popc(passing[k] & ((1U << lane) - 1))] = value[k];
  if (warp == 0) {
    const int earlier = own ? countBefore(told, own) : 0;
    if (lane == 0) {
      if (own) told[own] = fullCount | (earlier + size);
      before = earlier;
      if (own == gridDim.x - 1) *count = earlier + size;
    }
  }
  __syncthreads();
  for (int i = threadIdx.x; i < size; i += threads) kept[before + i] = gathered[i];
}

int main(int argc, char** argv) {
  const int n = static_cast<int>(argument(argc, argv, 1, 200000));
  const long repeats = argument(argc, argv, 2, 1);
  std::vector<double> a(n), kept(n);
  for (int i = 0; i < n; ++i) a[i] = noise(i);
  const int tiles = blocks(n, tile);
  Device<double> input(a), output(n);
  Device<int> count(1), ticket(1);
  Device<Told> told(tiles);
  timed(repeats, [&] {
    check(cudaMemsetAsync(told, 0, tiles * sizeof(Told), 0));
    check(cudaMemsetAsync(ticket, 0, sizeof(int), 0));
    compact<<<tiles, threads>>>(input, n, 0.5, output, count, told, ticket);
  });
  int found = 0;
  count.download(&found);
  output.download(kept);
  show("count", &found, 1);
  show("kept", kept.data(), found);
}
