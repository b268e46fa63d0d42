// triangular.cpp by hand: a block a row, the longest first so that no long one is left for the end.
#include "expert.h"
#include "natural.h"

constexpr int threads = 256;

__global__ void multiply(const double* __restrict__ l, const double* __restrict__ x, double* __restrict__ y, int n) {
  const int row = n - 1 - blockIdx.x;
  const double* mine = l + row * n;
  double sum = 0;
#pragma unroll 4
  for (int j = threadIdx.x; j <= row; j += threads) sum += mine[j] * x[j];
  for (int distance = 16; distance; distance /= 2) sum += __shfl_down_sync(~0U, sum, distance);
  __shared__ double warps[threads / 32];
  if (threadIdx.x % 32 == 0) warps[threadIdx.x / 32] = sum;
  __syncthreads();
  if (threadIdx.x != 0) return;
  for (int w = 1; w < threads / 32; ++w) sum += warps[w];
  y[row] = sum;
}

int main(int argc, char** argv) {
  const int n = static_cast<int>(argument(argc, argv, 1, 500));
  const long repeats = argument(argc, argv, 2, 1);
  std::vector<double> l(n * n), x(n), y(n);
  for (int i = 0; i < n * n; ++i) l[i] = noise(i);
  for (int i = 0; i < n; ++i) x[i] = noise(n * n + i);
  Device<double> matrix(l), input(x), output(n);
  timed(repeats, [&] { multiply<<<n, threads>>>(matrix, input, output, n); });
  output.download(y);
  show("y", y.data(), n);
}
