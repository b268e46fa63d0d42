// Classes of numbers, comparisons without exceptions and divisions with a remainder: devices have none of the library's,
// and kernels say the runtime's.
#include <cinttypes>
#include <cmath>
#include <cstdlib>
#include <limits>
#include <vector>

#include "show.h"

[[clustrix::cluster]]
void classes(const double* a, int* out, int n) {
  for (int i = 0; i < n; ++i)  // want: parallel
    out[i] = (std::fpclassify(a[i]) == FP_SUBNORMAL) + 2 * (std::fpclassify(a[i]) == FP_ZERO) +
             4 * std::isnormal(a[i]) + 8 * (std::fpclassify(static_cast<float>(a[i])) == FP_SUBNORMAL);
}

[[clustrix::cluster]]
void compared(const double* a, const float* b, int* out, int n) {
  for (int i = 0; i < n; ++i)  // want: parallel
    out[i] = std::isless(a[i], b[i]) + 2 * std::isgreater(a[i], i) + 4 * std::isunordered(a[i], b[i]) +
             8 * std::islessgreater(b[i], b[n - 1 - i]) + 16 * std::isgreaterequal(a[i], a[n - 1 - i]) +
             32 * std::islessequal(b[i], 1);
}

static int digits(int number) {
  const auto parts = std::div(number, 10);
  return parts.quot + parts.rem;
}
[[clustrix::cluster]]
void divided(const int* a, long* out, int n) {
  for (int i = 0; i < n; ++i) {  // want: parallel
    const std::ldiv_t wide = std::div(7L * a[i], 5L);
    out[i] = digits(a[i]) + wide.quot * wide.rem + std::lldiv(a[i], 3).rem + imaxdiv(a[i], -4).quot;
  }
}

int main() {
  using Limits = std::numeric_limits<double>;
  constexpr int n = 500;
  Random random(5);
  std::vector<double> a(n);
  random.fillUnit(a);
  const double edges[] = {0.0, -0.0, Limits::min(), Limits::min() / 2, Limits::denorm_min(), 1e-40, 1e300,
                          Limits::infinity(), -Limits::infinity(), Limits::quiet_NaN()};
  for (int i = 0; i < n; i += 3) a[i] = edges[i / 3 % 10];
  std::vector<float> b(n);
  for (int i = 0; i < n; ++i) b[i] = static_cast<float>(a[(i * 7 + 2) % n]);
  std::vector<int> out(n), numbers(n);
  random.fillBelow(numbers, 100000);
  for (int i = 0; i < n; i += 2) numbers[i] = -numbers[i];
  std::vector<long> wide(n);
  classes(a.data(), out.data(), n);
  show("classes", out.data(), n);
  compared(a.data(), b.data(), out.data(), n);
  show("compared", out.data(), n);
  divided(numbers.data(), wide.data(), n);
  show("divided", wide.data(), n);
}
