// One macro that says the heads of several loops, or operators of containers: a loop inside has no text of its own, and
// is never launched in place of the one around it.
#include "show.h"

#define FOR2(lo, n, m) for (int i = lo; i < n; ++i) for (int j = 0; j < m; ++j)
#define FORT(n, m) for (int i = 0; i < n; ++i) for (int j = i; j < m; ++j)
#define LIMITS 1, n
#define FOR_ALL(...) FOR2(__VA_ARGS__)
#define ODD(n) for (int i = 0; i < n; ++i) if (i % 2) for (int j = 0; j < 7; ++j)
#define TWO(n) for (int i = 1; i < n; ++i) a[i] += a[i - 1]; for (int i = 0; i < n; ++i) a[i] *= 0.5;
#define STEP(i) v[i] += 1

constexpr int width = 40;

// An `i` from before must not be taken for the nest's own.
[[clustrix::cluster]] void rows_in_order(double* a, int n, int m) {
  int i = 5;
  a[0] = i;
  FOR2(1, n, m) a[i * width + j] = a[(i - 1) * width + j] + 1;
}

[[clustrix::cluster]] void rows_by_name(double* a, int n, int m) {
  FOR_ALL(LIMITS, m) a[i * width + j] = a[(i - 1) * width + j] * 0.5;
}

[[clustrix::cluster]] void triangle(double* a, int n, int m) { FORT(n, m) a[i * width + j] += 1; }

[[clustrix::cluster]] void odd_rows(double* a, int n) { ODD(n) a[j * width] += a[i * width + j + 1]; }

[[clustrix::cluster]] void two_loops(double* a, int n) { TWO(n) }

[[clustrix::cluster]] void of_containers(std::vector<double>& v, int n) {
  for (int i = 0; i < n; ++i) STEP(i);  // want: parallel
}

int main() {
  Random random(17);
  std::vector<double> a(width * width + width);
  for (double& x : a) x = random.unit();
  rows_in_order(a.data(), 30, 33);
  show("in order", a);
  rows_by_name(a.data(), 30, 33);
  show("by name", a);
  triangle(a.data(), 30, 33);
  show("triangle", a);
  odd_rows(a.data(), 30);
  show("odd", a);
  two_loops(a.data(), 1000);
  show("two", a);
  of_containers(a, 1000);
  show("containers", a);
}
