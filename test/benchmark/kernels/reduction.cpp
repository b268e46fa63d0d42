// A dot product: one sum over much memory.
#include "clock.h"

#ifdef BENCHMARK_OPENMP
double dot(const double* a, const double* b, int n) {
  double sum = 0;
#pragma omp parallel for schedule(static) reduction(+ : sum)
  for (int i = 0; i < n; ++i) sum += a[i] * b[i];
  return sum;
}
#else
[[clustrix::cluster]]
double dot(const double* a, const double* b, int n) {
  double sum = 0;
  for (int i = 0; i < n; ++i) sum += a[i] * b[i];
  return sum;
}
#endif

int main() {
  const int n = 8000000;
  std::vector<double> a(n), b(n);
  for (int i = 0; i < n; ++i) {
    a[static_cast<std::size_t>(i)] = i % 1024 * (1.0 / 1024);
    b[static_cast<std::size_t>(i)] = i % 64 * (1.0 / 64);
  }
  double sum = 0;
  measure(15, [&] { sum = dot(a.data(), b.data(), n); });
  std::printf("check %#.12g\n", sum);
}
