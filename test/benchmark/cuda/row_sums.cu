// y = A x: a warp a row, or a block a row where there are too few rows for that.
#include "expert.h"
#include "natural.h"

__device__ double warpSum(double value) {
  for (int distance = 16; distance > 0; distance /= 2) value += __shfl_down_sync(~0u, value, distance);
  return value;
}

__global__ void rowByWarp(const double* __restrict__ a, const double* __restrict__ x, double* __restrict__ y, int rows,
                          int columns) {
  const int i = blockIdx.x * blockDim.y + threadIdx.y;
  if (i >= rows) return;
  const double* row = a + static_cast<long>(i) * columns;
  double sum = 0;
#pragma unroll 8
  for (int j = threadIdx.x; j < columns; j += 32) sum += row[j] * x[j];
  sum = warpSum(sum);
  if (threadIdx.x == 0) y[i] = sum;
}

constexpr int threads = 128;

__global__ void rowByBlock(const double* __restrict__ a, const double* __restrict__ x, double* __restrict__ y,
                           int columns) {
  __shared__ double warps[threads / 32];
  const double* row = a + static_cast<long>(blockIdx.x) * columns;
  double sum = 0;
#pragma unroll 8
  for (int j = threadIdx.x; j < columns; j += threads) sum += row[j] * x[j];
  sum = warpSum(sum);
  if (threadIdx.x % 32 == 0) warps[threadIdx.x / 32] = sum;
  __syncthreads();
  if (threadIdx.x == 0) {
    for (int warp = 1; warp < threads / 32; ++warp) sum += warps[warp];
    y[blockIdx.x] = sum;
  }
}

int main(int argc, char** argv) {
  const int rows = argument(argc, argv, 1, 1000);
  const int columns = argument(argc, argv, 2, 1000);
  const long repeats = argument(argc, argv, 3, 1);
  std::vector<double> a(rows * columns), x(columns), y(rows);
  for (int i = 0; i < rows * columns; ++i) a[i] = noise(i);
  for (int j = 0; j < columns; ++j) x[j] = noise(j + 1000000);
  Device<double> as(a), xs(x), ys(y);
  timed(repeats, [&] {
    if (rows >= 16384)
      rowByWarp<<<blocks(rows, 4), dim3(32, 4)>>>(as, xs, ys, rows, columns);
    else
      rowByBlock<<<rows, threads>>>(as, xs, ys, columns);
  });
  ys.download(y);
  show("y", y.data(), rows);
}
