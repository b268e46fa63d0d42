// Loops in a thread that rounds otherwise than to nearest run as they are written; before and after they are launched.
#include "show.h"

#include <cfenv>

[[clustrix::cluster]] void thirds(const double* a, double* b, int n) {
  for (int i = 0; i < n; ++i) b[i] = a[i] / 3;  // want: parallel
}

[[clustrix::cluster]] double steps(double* a, double* b, int n, int times) {
  double sum = 0;
  for (int t = 0; t < times; ++t) {  // want: serial
    if (t == 2) std::fesetround(FE_UPWARD);
    if (t == 4) std::fesetround(FE_TONEAREST);
    for (int i = 1; i < n - 1; ++i) b[i] = (a[i - 1] + a[i + 1]) / 3;  // want: parallel
    for (int i = 1; i < n - 1; ++i) a[i] = b[i] * 1.1;                 // want: parallel
  }
  for (int i = 0; i < n; ++i) sum += a[i];  // want: parallel
  return sum;
}

/// The last bits, which the mode decides.
void bits(const char* name, const std::vector<double>& all) {
  std::vector<long long> whole;
  for (const double x : all) whole.push_back(static_cast<long long>(std::ldexp(x, 52)));
  show(name, whole);
}

int main() {
  Random random(8);
  for (const int n : {3, 50, 4000}) {
    std::vector<double> a(n), b(n);
    random.fillUnit(a);
    for (const int mode : {FE_TONEAREST, FE_UPWARD, FE_DOWNWARD, FE_TOWARDZERO, FE_TONEAREST}) {
      std::fesetround(mode);
      thirds(a.data(), b.data(), n);
      std::fesetround(FE_TONEAREST);
      bits("thirds", b);
    }
    put("steps", steps(a.data(), b.data(), n, 6));
    bits("a", a);
    bits("b", b);
  }
}
