// spmv.cpp by hand: eight lanes a row, which read its 27 nonzeros side by side.
#include "expert.h"
#include "spmv.h"

constexpr int threads = 256, lanes = 8;

__global__ void multiply(const int* __restrict__ start, const int* __restrict__ column,
                         const double* __restrict__ value, const double* __restrict__ x, double* __restrict__ y,
                         int rows) {
  const int row = (blockIdx.x * threads + threadIdx.x) / lanes, lane = threadIdx.x % lanes;
  double sum = 0;
  if (row < rows) {
    const int end = start[row + 1];
    for (int k = start[row] + lane; k < end; k += lanes) sum += value[k] * x[column[k]];
  }
  for (int distance = lanes / 2; distance; distance /= 2) sum += __shfl_down_sync(~0U, sum, distance, lanes);
  if (row < rows && lane == 0) y[row] = sum;
}

int main(int argc, char** argv) {
  const int n = static_cast<int>(argument(argc, argv, 1, 20));
  const long repeats = argument(argc, argv, 2, 1);
  const int rows = n * n * n;
  const Matrix m = cube(n);
  std::vector<double> x(rows), y(rows);
  for (int i = 0; i < rows; ++i) x[i] = noise(i);
  Device<int> start(m.start), column(m.column);
  Device<double> value(m.value), input(x), output(rows);
  const int grid = blocks(static_cast<long>(rows) * lanes, threads);
  timed(repeats, [&] { multiply<<<grid, threads>>>(start, column, value, input, output, rows); });
  output.download(y);
  show("y", y.data(), rows);
}
