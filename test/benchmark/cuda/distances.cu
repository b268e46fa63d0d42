// distances.cpp by hand: a thread keeps one column's point in registers and goes down a few rows, whose points all
// lanes read at once; the matrix is written side by side.
#include "expert.h"
#include "natural.h"

constexpr int threads = 256, rows = 16;

__global__ void measure(const double* __restrict__ point, double* __restrict__ distance, int m) {
  const int j = blockIdx.x * threads + threadIdx.x, first = blockIdx.y * rows, end = min(first + rows, m);
  if (j >= m) return;
  const double x = point[3 * j], y = point[3 * j + 1], z = point[3 * j + 2];
  double* out = distance + static_cast<long>(first) * m + j;
#pragma unroll 4
  for (int i = first; i < end; ++i, out += m) {
    const double dx = point[3 * i] - x, dy = point[3 * i + 1] - y, dz = point[3 * i + 2] - z;
    *out = dx * dx + dy * dy + dz * dz;
  }
}

int main(int argc, char** argv) {
  const long m = argument(argc, argv, 1, 300);
  const long repeats = argument(argc, argv, 2, 1);
  std::vector<double> point(3 * m), distance(m * m);
  for (long i = 0; i < 3 * m; ++i) point[i] = noise(i);
  Device<double> points(point), distances(m * m);
  const dim3 grid(blocks(m, threads), blocks(m, rows));
  timed(repeats, [&] { measure<<<grid, threads>>>(points, distances, static_cast<int>(m)); });
  distances.download(distance);
  show("distance", distance.data(), m * m);
}
