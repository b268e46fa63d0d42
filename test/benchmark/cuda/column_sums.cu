// The sum of each column: a thread a column and strip of rows, strips meet in atomics.
#include "expert.h"
#include "natural.h"

constexpr int threads = 128;

__global__ void columnSums(const double* __restrict__ a, double* __restrict__ out, int rows, int columns, int strip) {
  const int j = blockIdx.x * threads + threadIdx.x;
  if (j >= columns) return;
  const int first = blockIdx.y * strip;
  const int end = min(first + strip, rows);
  double sum = 0;
#pragma unroll 8
  for (int i = first; i < end; ++i) sum += a[i * columns + j];
  atomicAdd(&out[j], sum);
}

int main(int argc, char** argv) {
  const int rows = argument(argc, argv, 1, 1000);
  const int columns = argument(argc, argv, 2, 1000);
  const long repeats = argument(argc, argv, 3, 1);
  std::vector<double> a(rows * columns), out(columns);
  for (int i = 0; i < rows * columns; ++i) a[i] = noise(i);
  Device<double> as(a), sums(out);
  // Strips enough to fill 132 multiprocessors with 16 blocks each, none shorter than 16 rows.
  const int across = blocks(columns, threads);
  const int strip = std::max(16, blocks(rows, std::max(1, 132 * 16 / across)));
  timed(repeats, [&] {
    check(cudaMemsetAsync(sums, 0, columns * sizeof(double)));
    columnSums<<<dim3(across, blocks(rows, strip)), threads>>>(as, sums, rows, columns, strip);
  });
  sums.download(out);
  show("out", out.data(), columns);
}
