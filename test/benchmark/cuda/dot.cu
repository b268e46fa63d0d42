// The inner product of two vectors: a partial sum a block, then one block that adds these up.
#include "expert.h"
#include "natural.h"

constexpr int threads = 256;

/// The block's sum, in thread 0.
__device__ double blockSum(double value) {
  __shared__ double warps[threads / 32];
  for (int distance = 16; distance > 0; distance /= 2) value += __shfl_down_sync(~0u, value, distance);
  if (threadIdx.x % 32 == 0) warps[threadIdx.x / 32] = value;
  __syncthreads();
  if (threadIdx.x >= 32) return 0;
  value = threadIdx.x < threads / 32 ? warps[threadIdx.x] : 0;
  for (int distance = threads / 64; distance > 0; distance /= 2) value += __shfl_down_sync(~0u, value, distance);
  return value;
}

__global__ void partialDots(const double* __restrict__ x, const double* __restrict__ y, int n, double* partial) {
  double sum = 0;
  const int step = gridDim.x * threads;
#pragma unroll 4
  for (int i = blockIdx.x * threads + threadIdx.x; i < n; i += step) sum += x[i] * y[i];
  sum = blockSum(sum);
  if (threadIdx.x == 0) partial[blockIdx.x] = sum;
}

__global__ void addUp(const double* __restrict__ partial, int count, double* result) {
  double sum = 0;
  for (int i = threadIdx.x; i < count; i += threads) sum += partial[i];
  sum = blockSum(sum);
  if (threadIdx.x == 0) *result = sum;
}

int main(int argc, char** argv) {
  const long n = argument(argc, argv, 1, 1000000);
  const long repeats = argument(argc, argv, 2, 1);
  std::vector<double> x(n), y(n);
  for (long i = 0; i < n; ++i) {
    x[i] = noise(i);
    y[i] = noise(n + i);
  }
  // As many blocks as are resident at once on 132 multiprocessors, fewer where each thread would have too little.
  const int grid = std::min(blocks(n, threads * 4), 132 * 8);
  Device<double> xs(x), ys(y), partial(grid), result(1);
  timed(repeats, [&] {
    partialDots<<<grid, threads>>>(xs, ys, static_cast<int>(n), partial);
    addUp<<<1, threads>>>(partial, grid, result);
  });
  double product = 0;
  result.download(&product);
  show("dot", &product, 1);
}
