// Annotated functions that annotated loops call: inside a kernel they are plain code, and launch where host code calls
// them.
#include "show.h"

#include <vector>

[[clustrix::cluster]] void normal(const double* x, double* n) {
  for (int k = 0; k < 8; ++k) n[k] = 0.25 * (x[k] - x[(k + 3) % 8]);
}
[[clustrix::cluster]] void elements(const double* x, double* f, int count) {
  for (int e = 0; e < count; ++e) {  // want: parallel
    double n[8];
    normal(x + 8 * e, n);
    double s = 0;
    for (int k = 0; k < 8; ++k) s += n[k] * n[k];
    f[e] = s;
  }
}

// With loops of any length, and from one such helper to the next.
[[clustrix::cluster]] double total(const double* a, int n) {
  double s = 0;
  for (int i = 0; i < n; ++i) s += a[i];  // want: parallel
  return s;
}
[[clustrix::cluster]] double mean(const double* a, int n) {
  double deviation = 0;
  const double middle = total(a, n) / n;
  for (int i = 0; i < n; ++i) deviation += (a[i] - middle) * (a[i] - middle);  // want: parallel
  return deviation / n;
}
[[clustrix::cluster]] void means(const double* a, double* m, int rows, int columns) {
  for (int r = 0; r < rows; ++r) m[r] = mean(a + r * columns, columns);  // want: parallel
}

template <class T>
[[clustrix::cluster]] void fill(T* a, int n, T value) {
  for (int i = 0; i < n; ++i) a[i] = value + i;
}
[[clustrix::cluster]] void table(float* a, int rows) {
  for (int r = 0; r < rows; ++r) fill(a + r * 16, 16, r * 0.5f);  // want: parallel
}

struct Grid {
  int n;
  [[clustrix::cluster]] double around(const double* a, int i) const {
    double s = 0;
    for (int d = -2; d <= 2; ++d) s += a[(i + d + n) % n];
    return s;
  }
  [[clustrix::cluster]] void smooth(const double* a, double* b) const {
    for (int i = 0; i < n; ++i) b[i] = around(a, i);  // want: parallel
  }
};

// What is told after the function that calls it, through one that nobody annotated.
double later(const double* a, int n);
double between(const double* a, int n) { return later(a, n) * 2; }
[[clustrix::cluster]] void lateness(const double* a, double* m, int rows, int columns) {
  for (int r = 0; r < rows; ++r) m[r] = between(a + r * columns, columns);  // want: parallel
}
[[clustrix::cluster]] double later(const double* a, int n) {
  double most = a[0];
  for (int i = 1; i < n; ++i)  // want: parallel
    if (a[i] > most) most = a[i];
  return most;
}

int main() {
  std::vector<double> x(8 * 2000), f(2000), m(400), late(400), b(16000);
  std::vector<float> t(16 * 300);
  for (int i = 0; i < 16000; ++i) x[i] = i * 7919 % 1009 / 64.0;
  elements(x.data(), f.data(), 2000);
  means(x.data(), m.data(), 400, 40);
  table(t.data(), 300);
  Grid{16000}.smooth(x.data(), b.data());
  lateness(x.data(), late.data(), 400, 40);
  show("f", f);
  show("m", m);
  show("t", t);
  show("b", b);
  show("late", late);
  fill(t.data(), 4800, 1.5f);
  show("filled", t);
  put("around", Grid{16000}.around(x.data(), 3));
  put("total", total(x.data(), 16000));
  put("mean", mean(x.data(), 16000));
  put("later", later(x.data(), 16000));
}
