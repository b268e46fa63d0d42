// All pairs of bodies: square roots and divisions, next to no memory traffic.
#include "clock.h"

#include <cmath>

#ifdef BENCHMARK_OPENMP
void accelerate(const double* x, const double* y, double* ax, double* ay, int n) {
#pragma omp parallel for schedule(static)
  for (int i = 0; i < n; ++i) {
    double sx = 0, sy = 0;
    for (int j = 0; j < n; ++j) {
      const double dx = x[j] - x[i], dy = y[j] - y[i];
      const double d2 = dx * dx + dy * dy + 1e-6;
      const double f = 1.0 / (d2 * std::sqrt(d2));
      sx += f * dx;
      sy += f * dy;
    }
    ax[i] = sx;
    ay[i] = sy;
  }
}
#else
[[clustrix::cluster]]
void accelerate(const double* x, const double* y, double* ax, double* ay, int n) {
  for (int i = 0; i < n; ++i) {
    double sx = 0, sy = 0;
    for (int j = 0; j < n; ++j) {
      const double dx = x[j] - x[i], dy = y[j] - y[i];
      const double d2 = dx * dx + dy * dy + 1e-6;
      const double f = 1.0 / (d2 * std::sqrt(d2));
      sx += f * dx;
      sy += f * dy;
    }
    ax[i] = sx;
    ay[i] = sy;
  }
}
#endif

int main() {
  const int n = 4000;
  std::vector<double> x(n), y(n), ax(n), ay(n);
  for (int i = 0; i < n; ++i) {
    x[static_cast<std::size_t>(i)] = i * 7919 % 1009 * 0.01;
    y[static_cast<std::size_t>(i)] = i * 104729 % 1013 * 0.01;
  }
  measure(7, [&] { accelerate(x.data(), y.data(), ax.data(), ay.data(), n); });
  std::printf("check %#.12g\n", ax[0] + ay[static_cast<std::size_t>(n) - 1]);
}
