// Matrix product, rows outermost: arithmetic on cached data.
#include "clock.h"

#ifdef BENCHMARK_OPENMP
void multiply(const double* a, const double* b, double* c, int n) {
#pragma omp parallel for schedule(static)
  for (int i = 0; i < n; ++i) {
    for (int j = 0; j < n; ++j) c[i * n + j] = 0;
    for (int k = 0; k < n; ++k)
      for (int j = 0; j < n; ++j) c[i * n + j] += a[i * n + k] * b[k * n + j];
  }
}
#else
[[clustrix::cluster]]
void multiply(const double* a, const double* b, double* c, int n) {
  for (int i = 0; i < n; ++i) {
    for (int j = 0; j < n; ++j) c[i * n + j] = 0;
    for (int k = 0; k < n; ++k)
      for (int j = 0; j < n; ++j) c[i * n + j] += a[i * n + k] * b[k * n + j];
  }
}
#endif

int main() {
  const int n = 512;
  std::vector<double> a(n * n), b(n * n), c(n * n);
  for (int i = 0; i < n * n; ++i) {
    a[static_cast<std::size_t>(i)] = i % 97 * 0.01;
    b[static_cast<std::size_t>(i)] = i % 89 * 0.02;
  }
  measure(7, [&] { multiply(a.data(), b.data(), c.data(), n); });
  std::printf("check %#.12g\n", c[static_cast<std::size_t>(n * n / 2 + 3)]);
}
