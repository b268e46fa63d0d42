// Inner bounds that depend on the outer counter: lower, upper and strict triangles, bands and trapezoids.
#include "show.h"

[[clustrix::cluster]]
void lower(double* g, const double* x, int n) {
  for (int i = 0; i < n; ++i)     // want: parallel
    for (int j = 0; j <= i; ++j)  // want: parallel
      g[i * n + j] = x[i] * x[j];
}

[[clustrix::cluster]]
void strictly_upper(double* g, const double* x, int n) {
  for (int i = 0; i < n; ++i)        // want: parallel
    for (int j = i + 1; j < n; ++j)  // want: parallel
      g[i * n + j] = x[i] - x[j];
}

[[clustrix::cluster]]
void band(double* out, const double* x, const double* weight, int n, int width) {
  for (int i = 0; i < n; ++i) {  // want: parallel
    double sum = 0;
    const int first = i - width < 0 ? 0 : i - width;
    const int last = i + width >= n ? n - 1 : i + width;
    for (int j = first; j <= last; ++j)  // may: parallel
      sum += x[j] * weight[i - j + width];
    out[i] = sum;
  }
}

[[clustrix::cluster]]
void trapezoid(double* a, int n) {
  for (int i = 0; i < n; ++i)         // want: parallel
    for (int j = i; j < i + 8; ++j)   // want: parallel
      a[i * (n + 8) + j] += j - i;
}

[[clustrix::cluster]]
void pairs_below(const double* x, double* count, int n) {
  for (int i = n - 1; i >= 0; --i) {  // want: parallel
    double smaller = 0;
    for (int j = i - 1; j >= 0; --j)  // want: parallel
      smaller += x[j] < x[i] ? 1.0 : 0.0;
    count[i] = smaller;
  }
}

int main() {
  Random random(17);
  const int n = 131;
  std::vector<double> g(n * n, -7), x(n), out(n), weight(2 * 9 + 1), a(n * (n + 8));
  random.fillUnit(x);
  random.fillUnit(weight);
  lower(g.data(), x.data(), n);
  show("lower", g);
  strictly_upper(g.data(), x.data(), n);
  show("upper", g);
  band(out.data(), x.data(), weight.data(), n, 9);
  show("band", out);
  trapezoid(a.data(), n);
  show("trapezoid", a);
  pairs_below(x.data(), out.data(), n);
  show("pairs", out);
}
