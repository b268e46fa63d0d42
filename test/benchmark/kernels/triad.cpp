// STREAM's triad: nothing but memory bandwidth.
#include "clock.h"

#ifdef BENCHMARK_OPENMP
void triad(double* a, const double* b, const double* c, int n, double s) {
#pragma omp parallel for schedule(static)
  for (int i = 0; i < n; ++i) a[i] = b[i] + s * c[i];
}
#else
[[clustrix::cluster]]
void triad(double* a, const double* b, const double* c, int n, double s) {
  for (int i = 0; i < n; ++i) a[i] = b[i] + s * c[i];
}
#endif

int main() {
  const int n = 8000000;
  std::vector<double> a(n), b(n, 1.5), c(n, 2.5);
  measure(15, [&] { triad(a.data(), b.data(), c.data(), n, 3.0); });
  std::printf("check %#.12g\n", a[static_cast<std::size_t>(n) / 2]);
}
