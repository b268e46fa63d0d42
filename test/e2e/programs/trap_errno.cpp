// Loops that set errno, in a source that looks at it: what other threads and devices set is lost.
#include "show.h"

#include <cerrno>
#include <cstdlib>
#include <cstring>

[[clustrix::cluster]] int roots(const double* a, double* b, int n) {
  errno = 0;
  for (int i = 0; i < n; ++i) b[i] = std::sqrt(a[i]);  // want: serial
  return errno == EDOM;
}

[[clustrix::cluster]] void logarithms(const double* a, double* b, int n) {
  for (int i = 0; i < n; ++i) b[i] = std::log(a[i]);  // want: serial
}

double power(double x) { return std::pow(x, 900.0f); }
[[clustrix::cluster]] double powers(const double* a, int n) {
  double largest = 0;
  for (int i = 0; i < n; ++i) largest = std::fmax(largest, power(a[i]));  // want: serial
  return largest;
}

// Nothing here fails.
[[clustrix::cluster]] void rounded(const double* a, double* b, int n) {
  for (int i = 0; i < n; ++i) b[i] = std::floor(std::fabs(a[i]) * 3) + std::tanh(a[i]);  // want: parallel
}

bool failed() { return errno != 0; }

int main() {
  Random random(3);
  for (const int n : {0, 1, 5, 3000}) {
    std::vector<double> a(n), b(n, 1.0);
    random.fillUnit(a);
    put("domain.before", roots(a.data(), b.data(), n));
    errno = 0;
    if (n > 2) a[n / 2] = -2;
    logarithms(a.data(), b.data(), n);
    put("logarithms", failed());
    put("domain", roots(a.data(), b.data(), n));
    for (double& x : a) x *= 1000;
    errno = 0;
    put("largest", powers(a.data(), n) > 1e300);
    put("range", errno == ERANGE);
    rounded(a.data(), b.data(), n);
    show("rounded", b);
  }
}
