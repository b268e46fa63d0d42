// Pointer parameters that are disjoint in one call, overlap in the next, and are the same in a third.
#include "show.h"

[[clustrix::cluster]]
void add_shifted(double* out, const double* in, int n) {
  for (int i = 0; i < n; ++i)  // want: parallel
    out[i] = in[i] * 0.5 + 1;
}

[[clustrix::cluster]]
void stencil(double* out, const double* in, int n) {
  for (int i = 1; i < n - 1; ++i)  // want: parallel
    out[i] = in[i - 1] + in[i + 1] - in[i];
}

[[clustrix::cluster]]
void three(int* a, const int* b, const int* c, int n) {
  for (int i = 0; i < n; ++i)  // want: parallel
    a[i] = b[i] + 2 * c[n - 1 - i];
}

[[clustrix::cluster]]
void two_results(int* a, int* b, const int* in, int n) {
  for (int i = 0; i < n; ++i) {  // want: parallel
    a[i] = in[i] + 1;
    b[i] = in[i] - 1;
  }
}

[[clustrix::cluster]]
void rows(double* out, const double* in, int n, int m) {
  for (int r = 0; r < n; ++r)    // want: parallel
    for (int c = 0; c < m; ++c)  // want: parallel
      out[r * m + c] = in[r * m + (m - 1 - c)] + 0.25;
}

[[clustrix::cluster]]
void other_type(int* a, const float* f, int n) {
  for (int i = 0; i < n; ++i)  // want: parallel
    a[i] = static_cast<int>(f[i] * 10) + a[i];
}

int main() {
  Random random(33);
  const int n = 9001;
  std::vector<double> d(3 * n);
  random.fillUnit(d);
  add_shifted(d.data(), d.data() + n, n);
  add_shifted(d.data() + 1, d.data(), n);
  add_shifted(d.data(), d.data() + 1, n);
  add_shifted(d.data(), d.data(), n);
  add_shifted(d.data() + n, d.data(), n);
  show("shifted", d);
  stencil(d.data(), d.data() + n, n);
  stencil(d.data(), d.data(), n);
  stencil(d.data() + 3, d.data(), n);
  show("stencil", d);
  std::vector<int> v(3 * n);
  random.fillBelow(v, 100);
  three(v.data(), v.data() + n, v.data() + 2 * n, n);
  three(v.data(), v.data(), v.data() + n, n / 2);
  three(v.data(), v.data() + n, v.data(), n / 2);
  three(v.data() + n / 2, v.data(), v.data(), n);
  for (int& x : v) x %= 1000;
  show("three", v);
  two_results(v.data(), v.data() + n, v.data() + 2 * n, n);
  two_results(v.data(), v.data() + 5, v.data() + 2 * n, n);
  two_results(v.data(), v.data(), v.data() + 2 * n, n);
  two_results(v.data() + n, v.data() + 2 * n, v.data() + 2 * n, n);
  show("two", v);
  rows(d.data(), d.data() + n, 90, 100);
  rows(d.data(), d.data(), 90, 100);
  rows(d.data() + 50, d.data(), 90, 100);
  show("rows", d);
  std::vector<float> f(n);
  random.fillUnit(f);
  other_type(v.data(), f.data(), n);
  show("other", v);
}
