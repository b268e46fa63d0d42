// Five-point stencil: bandwidth of the caches, one row of halo on each side.
#include "clock.h"

#ifdef BENCHMARK_OPENMP
void sweep(const double* in, double* out, int rows, int columns) {
#pragma omp parallel for schedule(static)
  for (int r = 1; r < rows - 1; ++r)
    for (int c = 1; c < columns - 1; ++c)
      out[r * columns + c] = 0.25 * (in[(r - 1) * columns + c] + in[(r + 1) * columns + c] + in[r * columns + c - 1] +
                                     in[r * columns + c + 1]);
}
#else
[[clustrix::cluster]]
void sweep(const double* in, double* out, int rows, int columns) {
  for (int r = 1; r < rows - 1; ++r)
    for (int c = 1; c < columns - 1; ++c)
      out[r * columns + c] = 0.25 * (in[(r - 1) * columns + c] + in[(r + 1) * columns + c] + in[r * columns + c - 1] +
                                     in[r * columns + c + 1]);
}
#endif

int main() {
  const int rows = 2000, columns = 2000;
  std::vector<double> in(rows * columns), out(rows * columns);
  for (int i = 0; i < rows * columns; ++i) in[static_cast<std::size_t>(i)] = i % 1009 * 0.001;
  measure(15, [&] { sweep(in.data(), out.data(), rows, columns); });
  std::printf("check %#.12g\n", out[static_cast<std::size_t>(rows * columns / 2 + columns / 2)]);
}
