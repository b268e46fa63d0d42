// Reductions into variables, an operator a function, and some beside what the loop writes.
#include <algorithm>
#include <cmath>
#include <complex>

#include "digest.h"

[[clustrix::cluster]] double sum(const double* a, int n) {
  double s = 1;
  for (int i = 0; i < n; ++i) s += a[i];
  return s;
}
[[clustrix::cluster]] float float_sum(const float* a, int n) {
  float s = 0;
  for (int i = 0; i < n; ++i) s += a[i];
  return s;
}
[[clustrix::cluster]] int int_sum(const int* a, int n) {
  int s = 0;
  for (int i = 0; i < n; ++i) s -= a[i];
  return s;
}
[[clustrix::cluster]] unsigned product(const int* a, int n) {
  unsigned p = 1;
  for (int i = 0; i < n; ++i) p *= static_cast<unsigned>(a[i]) | 1u;
  return p;
}
[[clustrix::cluster]] double signs(const double* a, int n) {
  double p = 1;
  for (int i = 0; i < n; ++i) p *= a[i] < 0 ? -1.0 : 1.0;
  return p;
}
[[clustrix::cluster]] double least(const double* a, int n) {
  double m = a[0];
  for (int i = 1; i < n; ++i) m = std::min(m, a[i]);
  return m;
}
[[clustrix::cluster]] int most(const int* a, int n) {
  int m = -1;
  for (int i = 0; i < n; ++i)
    if (a[i] > m) m = a[i];
  return m;
}
[[clustrix::cluster]] double with_fmax(const double* a, int n) {
  double m = 0;
  for (int i = 0; i < n; ++i) m = std::fmax(m, a[i]);
  return m;
}
[[clustrix::cluster]] double with_fmin(const double* a, int n) {
  double m = 0;
  for (int i = 0; i < n; ++i) m = std::fmin(m, a[i]);
  return m;
}
[[clustrix::cluster]] int place_of_most(const double* a, int n) {
  int at = 0;
  double top = a[0];
  for (int i = 1; i < n; ++i)
    if (a[i] > top) {
      top = a[i];
      at = i;
    }
  return at;
}
[[clustrix::cluster]] int last_place_of_least(const int* a, int n, int& least) {
  int at = -1;
  least = 1 << 30;
  for (int i = 0; i < n; ++i)
    if (a[i] <= least) {
      least = a[i];
      at = i;
    }
  return at;
}
[[clustrix::cluster]] unsigned bits_and(const int* a, int n) {
  unsigned all = ~0u;
  for (int i = 0; i < n; ++i) all &= static_cast<unsigned>(a[i]) | 0xff00u;
  return all;
}
[[clustrix::cluster]] unsigned bits_or(const int* a, int n) {
  unsigned some = 0;
  for (int i = 0; i < n; ++i) some |= static_cast<unsigned>(a[i]);
  return some;
}
[[clustrix::cluster]] unsigned bits_xor(const int* a, int n) {
  unsigned odd = 0;
  for (int i = 0; i < n; ++i) odd ^= static_cast<unsigned>(a[i]);
  return odd;
}
[[clustrix::cluster]] bool all_below(const int* a, int n, int limit) {
  bool all = true;
  for (int i = 0; i < n; ++i) all = all && a[i] < limit;
  return all;
}
[[clustrix::cluster]] bool any_is(const int* a, int n, int key) {
  bool any = false;
  for (int i = 0; i < n; ++i) any = any || a[i] == key;
  return any;
}
[[clustrix::cluster]] int count_if(const int* a, int n, int key) {
  int count = 0;
  for (int i = 0; i < n; ++i)
    if (a[i] % 5 == key) ++count;
  return count;
}

struct Totals {
  long long sum;
  int most;
};
[[clustrix::cluster]] void fields(const int* a, int n, Totals& totals) {
  for (int i = 0; i < n; ++i) {
    totals.sum += a[i];
    totals.most = std::max(totals.most, a[i]);
  }
}
[[clustrix::cluster]] std::complex<double> complex_sum(const std::complex<double>* a, int n) {
  std::complex<double> s{};
  for (int i = 0; i < n; ++i) s += a[i];
  return s;
}

struct Range {
  int low = 1 << 30, high = -1;
};
[[clustrix::reduction(Range{})]] Range hull(const Range& a, const Range& b) {
  return {a.low < b.low ? a.low : b.low, a.high > b.high ? a.high : b.high};
}
[[clustrix::cluster]] Range declared(const int* a, int n) {
  Range all;
  for (int i = 0; i < n; ++i) all = hull(all, Range{a[i], a[i]});
  return all;
}

/// Order matters.
struct Affine {
  unsigned a, b;
};
[[clustrix::reduction(Affine{1, 0})]] Affine operator*(Affine f, Affine g) { return {f.a * g.a, f.b * g.a + g.b}; }
[[clustrix::cluster]] unsigned in_order(const int* a, int n) {
  Affine all{1, 0};
  for (int i = 0; i < n; ++i) all = all * Affine{static_cast<unsigned>(a[i]) | 1u, 7u};
  return all.b;
}

[[clustrix::cluster]] int last_value(const int* a, int n) {
  int last = -1;
  for (int i = 0; i < n; ++i)
    if (a[i] % 97 == 5) last = i;
  return last;
}
[[clustrix::cluster]] double beside(double* a, const double* b, int n, double& top) {
  double s = 0;
  top = -1e9;
  for (int i = 0; i < n; ++i) {
    a[i] += b[i];
    s += a[i];
    if (a[i] > top) top = a[i];
  }
  return s;
}
[[clustrix::cluster]] double nested(const double* a, int n, int m) {
  double s = 0;
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j) s += a[i * m + j];
  return s;
}

int main() {
  const int n = 5000;
  std::vector<double> x = quarters(n, 5), y = quarters(n, 6);
  std::vector<int> a = integers(n, 100000, 7);
  std::vector<float> f(x.begin(), x.end());
  std::vector<std::complex<double>> z;
  for (int i = 0; i < n; ++i) z.push_back({x[i], y[i]});
  show("sum", sum(x.data(), n));
  show("float_sum", float_sum(f.data(), n));
  show("int_sum", int_sum(a.data(), n));
  show("product", product(a.data(), n));
  show("signs", signs(x.data(), n));
  show("least", least(x.data(), n));
  show("most", most(a.data(), n));
  show("with_fmax", with_fmax(x.data(), n));
  show("with_fmin", with_fmin(x.data(), n));
  show("place_of_most", place_of_most(x.data(), n));
  int found = 0;
  show("last_place_of_least", last_place_of_least(a.data(), n, found));
  show("least found", found);
  show("bits_and", bits_and(a.data(), n));
  show("bits_or", bits_or(a.data(), n));
  show("bits_xor", bits_xor(a.data(), n));
  show("all_below", all_below(a.data(), n, 99990) + 2 * all_below(a.data(), n, 100000));
  show("any_is", any_is(a.data(), n, -1) + 2 * any_is(a.data(), n, a[n - 2]));
  show("count_if", count_if(a.data(), n, 2));
  Totals totals{4, 2};
  fields(a.data(), n, totals);
  show("fields", static_cast<double>(totals.sum) + totals.most);
  const std::complex<double> s = complex_sum(z.data(), n);
  show("complex_sum", s.real() * 3 + s.imag());
  const Range range = declared(a.data(), n);
  show("declared", range.low + 2.0 * range.high);
  show("in_order", in_order(a.data(), n));
  show("last_value", last_value(a.data(), n));
  double top = 0;
  show("beside", beside(x.data(), y.data(), n, top));
  show("beside", x);
  show("top", top);
  show("nested", nested(x.data(), 50, n / 50));
}
