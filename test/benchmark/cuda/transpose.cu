// The transpose of a square matrix: tiles through shared memory, so that reads and writes are both of whole rows.
#include "expert.h"
#include "natural.h"

constexpr int side = 32;
constexpr int rows = 8;

__global__ void transpose(const double* __restrict__ a, double* __restrict__ b, int n) {
  // The 33rd column puts the elements of a column into different banks.
  __shared__ double tile[side][side + 1];
  int column = blockIdx.x * side + threadIdx.x;
  int row = blockIdx.y * side + threadIdx.y;
#pragma unroll
  for (int i = 0; i < side; i += rows)
    if (column < n && row + i < n) tile[threadIdx.y + i][threadIdx.x] = a[(row + i) * n + column];
  __syncthreads();
  column = blockIdx.y * side + threadIdx.x;
  row = blockIdx.x * side + threadIdx.y;
#pragma unroll
  for (int i = 0; i < side; i += rows)
    if (column < n && row + i < n) b[(row + i) * n + column] = tile[threadIdx.x][threadIdx.y + i];
}

int main(int argc, char** argv) {
  const int n = argument(argc, argv, 1, 1000);
  const long repeats = argument(argc, argv, 2, 1);
  std::vector<double> a(n * n), b(n * n);
  for (int i = 0; i < n * n; ++i) a[i] = noise(i);
  Device<double> from(a), to(b);
  const dim3 grid(blocks(n, side), blocks(n, side));
  timed(repeats, [&] { transpose<<<grid, dim3(side, rows)>>>(from, to, n); });
  to.download(b);
  show("b", b.data(), n * n);
}
