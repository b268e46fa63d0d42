// Loops that raise floating-point exceptions, in a source that asks for them: other threads have flags of their own.
#include "show.h"

#include <cfenv>

[[clustrix::cluster]] void inverses(const double* a, double* b, int n) {
  for (int i = 0; i < n; ++i) b[i] = 1 / a[i];  // want: serial
}

[[clustrix::cluster]] double sum(const double* a, int n) {
  double all = 0;
  for (int i = 0; i < n; ++i) all += a[i];  // want: serial
  return all;
}

int main() {
  for (const int n : {1, 4, 2000}) {
    std::vector<double> a(n), b(n);
    for (int i = 0; i < n; ++i) a[i] = i + 1;
    std::feclearexcept(FE_ALL_EXCEPT);
    inverses(a.data(), b.data(), n);
    put("divides", std::fetestexcept(FE_DIVBYZERO) != 0);
    a[n / 2] = 0;
    inverses(a.data(), b.data(), n);
    put("divides", std::fetestexcept(FE_DIVBYZERO) != 0);
    std::feclearexcept(FE_ALL_EXCEPT);
    for (double& x : a) x = 1e308;
    put("infinite", std::isinf(sum(a.data(), n)));
    put("overflows", std::fetestexcept(FE_OVERFLOW) != 0);
  }
}
