// Arrays that stay on the devices from launch to launch, and host code that looks at them in between.
#include <utility>

#include "digest.h"

[[clustrix::cluster]] double relaxed(double* now, double* next, int n, int steps) {
  double seen = 0;
  for (int t = 0; t < steps; ++t) {
    for (int i = 1; i < n - 1; ++i) next[i] = 0.5 * now[i] + 0.25 * (now[i - 1] + now[i + 1]);
    std::swap(now, next);
    seen += now[n / 2];
  }
  return seen;
}

[[clustrix::cluster]] double rounds(int* a, int* b, const int* c, int n) {
  double total = 0;
  for (int round = 0; round < 3; ++round) {
    for (int i = 0; i < n; ++i) a[i] = 3 * a[i] + c[n - 1 - i];
    long sum = 0;
    for (int i = 0; i < n; ++i) {
      if (a[i] % 2 != 0) b[i] += 5;
      sum += b[i];
    }
    total += static_cast<double>(sum);
    b[0] += 2;
  }
  return total;
}

int main() {
  const int n = 3000;
  std::vector<double> now = quarters(n, 16), next = now;
  show("relaxed", relaxed(now.data(), next.data(), n, 5));
  show("relaxed", now);
  show("relaxed", next);
  std::vector<int> a = integers(n, 100, 17), b = integers(n, 100, 18);
  const std::vector<int> c = integers(n, 100, 19);
  show("rounds", rounds(a.data(), b.data(), c.data(), n));
  show("rounds", a);
  show("rounds", b);
}
