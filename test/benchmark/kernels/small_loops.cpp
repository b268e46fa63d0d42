// Many loops too small to be worth spreading: what the guards and the decision cost a program that gains nothing.
#include "clock.h"

#ifdef BENCHMARK_OPENMP
void step(double* a, const double* b, int n) {
#pragma omp parallel for schedule(static)
  for (int i = 0; i < n; ++i) a[i] = a[i] * 0.999 + b[i];
}
#else
[[clustrix::cluster]]
void step(double* a, const double* b, int n) {
  for (int i = 0; i < n; ++i) a[i] = a[i] * 0.999 + b[i];
}
#endif

int main() {
  const int n = 2000;
  std::vector<double> a(n, 1.0), b(n, 0.5);
  measure(5, [&] {
    for (int t = 0; t < 20000; ++t) step(a.data(), b.data(), n);
  });
  std::printf("check %#.12g\n", a[7]);
}
