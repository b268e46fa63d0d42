// extreme_place.cpp by hand: the least of each thread, warp and block; then one block for the blocks'.
#include "expert.h"
#include "natural.h"

constexpr int threads = 256;

struct Extreme {
  double value;
  long place;
};

__device__ Extreme lesser(Extreme a, Extreme b) {
  return b.value < a.value || (b.value == a.value && b.place < a.place) ? b : a;
}

__device__ Extreme leastOfWarp(Extreme mine) {
  for (int distance = 16; distance; distance /= 2)
    mine = lesser(mine, {__shfl_down_sync(~0U, mine.value, distance), __shfl_down_sync(~0U, mine.place, distance)});
  return mine;
}

/// In the block's first thread.
__device__ Extreme leastOfBlock(Extreme mine) {
  __shared__ Extreme warps[threads / 32];
  mine = leastOfWarp(mine);
  if (threadIdx.x % 32 == 0) warps[threadIdx.x / 32] = mine;
  __syncthreads();
  return leastOfWarp(warps[threadIdx.x % (threads / 32)]);
}

__global__ void leastOfBlocks(const double* __restrict__ a, long n, Extreme* __restrict__ found) {
  const long all = gridDim.x * threads, first = blockIdx.x * threads + threadIdx.x;
  Extreme mine{a[0], 0};
  long i = first;
  // four loads at once are on their way; a thread's places only grow, so the value alone decides
  for (; i + 3 * all < n; i += 4 * all) {
    const double value[4] = {a[i], a[i + all], a[i + 2 * all], a[i + 3 * all]};
    for (int k = 0; k < 4; ++k)
      if (value[k] < mine.value) mine = {value[k], i + k * all};
  }
  for (; i < n; i += all)
    if (a[i] < mine.value) mine = {a[i], i};
  mine = leastOfBlock(mine);
  if (threadIdx.x == 0) found[blockIdx.x] = mine;
}

__global__ void leastOfAll(const Extreme* __restrict__ found, int n, Extreme* __restrict__ result) {
  Extreme mine = found[0];
  for (int i = threadIdx.x; i < n; i += threads) mine = lesser(mine, found[i]);
  mine = leastOfBlock(mine);
  if (threadIdx.x == 0) *result = mine;
}

int main(int argc, char** argv) {
  const long n = argument(argc, argv, 1, 200000);
  const long repeats = argument(argc, argv, 2, 1);
  std::vector<double> a(n);
  for (long i = 0; i < n; ++i) a[i] = noise(i);
  Device<double> input(a);
  const int grid = std::min(blocks(n, threads * 4), 132 * 8);
  Device<Extreme> found(grid), result(1);
  timed(repeats, [&] {
    leastOfBlocks<<<grid, threads>>>(input, n, found);
    leastOfAll<<<1, threads>>>(found, grid, result);
  });
  Extreme least;
  result.download(&least);
  show("value", &least.value, 1);
  show("place", &least.place, 1);
}
