// Calls of <cmath> and friends that have no effects: every common function, in both precisions.
#include "show.h"

#include <cstdlib>

[[clustrix::cluster]]
void elementary(const double* x, double* out, int n) {
  for (int i = 0; i < n; ++i)  // want: parallel
    out[i] = std::sin(x[i]) + std::cos(2 * x[i]) * std::exp(-x[i]) + std::log(1 + x[i]) + std::sqrt(x[i]) +
             std::pow(x[i], 1.5) + std::tanh(x[i]) + std::atan2(x[i], 2.0);
}

[[clustrix::cluster]]
void rounding(const double* x, double* out, int n) {
  for (int i = 0; i < n; ++i)  // want: parallel
    out[i] = std::floor(10 * x[i]) + std::ceil(7 * x[i]) * 0.5 + std::fabs(x[i] - 0.5) + std::fmod(9 * x[i], 2.0) +
             std::trunc(-3 * x[i]) + std::round(5 * x[i]) + std::hypot(x[i], 1.0) + std::fmin(x[i], 0.25);
}

[[clustrix::cluster]]
void single(const float* x, float* out, int n) {
  for (int i = 0; i < n; ++i)  // want: parallel
    out[i] = std::sqrt(x[i]) + std::floor(x[i] * 8.0f) + std::fabs(x[i] - 0.5f) + sqrtf(x[i] + 1.0f);
}

[[clustrix::cluster]]
void unqualified(const double* x, double* out, int n) {
  for (int i = 0; i < n; ++i)  // want: parallel
    out[i] = sqrt(x[i]) * fabs(x[i] - 1) + cbrt(x[i]);
}

[[clustrix::cluster]]
void integers(const int* a, int* out, int n) {
  for (int i = 0; i < n; ++i)  // want: parallel
    out[i] = std::abs(a[i] - 500) * 2 + abs(a[i] - 20);
}

[[clustrix::cluster]]
int finite(const double* x, int n) {
  int count = 0;
  for (int i = 0; i < n; ++i)  // may: parallel
    if (std::isfinite(1.0 / x[i]) && !std::isnan(x[i])) ++count;
  return count;
}

int main() {
  Random random(32);
  const int n = 6007;
  std::vector<double> x(n), out(n);
  std::vector<float> f(n), g(n);
  std::vector<int> a(n), b(n);
  random.fillUnit(x);
  random.fillUnit(f);
  random.fillBelow(a, 1000);
  elementary(x.data(), out.data(), n);
  show("elementary", out);
  rounding(x.data(), out.data(), n);
  show("rounding", out);
  single(f.data(), g.data(), n);
  show("single", g);
  unqualified(x.data(), out.data(), n);
  show("unqualified", out);
  integers(a.data(), b.data(), n);
  show("integers", b);
  x[5] = x[6] = 0;
  put("finite", finite(x.data(), n));
}
