// Reductions by functions that the author declares to combine: structures, operators, members, numbers.
#include "show.h"

#include <algorithm>
#include <array>

namespace stats {
struct Moments {
  double count = 0, mean = 0, squares = 0;
};

/// After: Chan, Golub and LeVeque 1983.
[[clustrix::reduction(Moments{})]] Moments merge(const Moments& a, const Moments& b) {
  const double count = a.count + b.count;
  if (count == 0) return a;
  const double gap = b.mean - a.mean;
  return {count, a.mean + gap * b.count / count, a.squares + b.squares + gap * gap * a.count * b.count / count};
}
inline Moments of(double x) { return {1, x, 0}; }
}  // namespace stats

struct Complex {
  double re, im;
  [[clustrix::reduction(Complex{0, 0})]] Complex operator+(const Complex& other) const {
    return {re + other.re, im + other.im};
  }
  [[clustrix::reduction(Complex{0, 0})]] Complex& operator+=(const Complex& other) {
    re += other.re;
    im += other.im;
    return *this;
  }
};
inline Complex operator*(double s, const Complex& z) { return {s * z.re, s * z.im}; }

constexpr double nothing = -1e300;
struct Best {
  double value = nothing;
  int at = -1;
  [[clustrix::reduction(Best{nothing, -1})]] void take(Best other) {
    if (other.value > value) *this = other;
  }
};

/// 2x2 matrices, whose order matters.
struct Matrix {
  int a, b, c, d;
};
[[clustrix::reduction(Matrix{1, 0, 0, 1})]] Matrix operator*(Matrix x, Matrix y) {
  constexpr int prime = 10007;
  return {(x.a * y.a + x.b * y.c) % prime, (x.a * y.b + x.b * y.d) % prime, (x.c * y.a + x.d * y.c) % prime,
          (x.c * y.b + x.d * y.d) % prime};
}

struct Bits {
  unsigned long long words[4];
};
[[clustrix::reduction(Bits{{0, 0, 0, 0}})]] void unite(Bits& into, const Bits& other) {
  for (int w = 0; w < 4; ++w) into.words[w] |= other.words[w];
}

[[clustrix::reduction(0)]] inline int gcd_of(int a, int b) {
  while (b != 0) {
    const int rest = a % b;
    a = b;
    b = rest;
  }
  return a < 0 ? -a : a;
}

[[clustrix::cluster]]
stats::Moments moments(const std::vector<double>& v) {
  stats::Moments all;
  for (std::size_t i = 0; i < v.size(); ++i) all = stats::merge(all, stats::of(v[i]));  // want: parallel
  return all;
}

[[clustrix::cluster]]
Complex sums(const std::vector<Complex>& z, const double* w) {
  Complex plain{1, 2}, weighted{0, 0};
  for (std::size_t i = 0; i < z.size(); ++i) {  // want: parallel
    plain = plain + z[i];
    if (w[i] > 0.5) weighted += w[i] * z[i];
  }
  return plain + weighted;
}

[[clustrix::cluster]]
Best best_of(const double* x, int n) {
  Best best;
  for (int i = 0; i < n; ++i) best.take({x[i] * (2 - x[i]), i});  // want: parallel
  return best;
}

[[clustrix::cluster]]
void product(const std::vector<Matrix>& m, Matrix& total) {
  for (const Matrix& one : m) total = total * one;  // want: parallel
}

[[clustrix::cluster]]
Bits united(const std::vector<int>& k) {
  Bits seen{};
  for (const int x : k) {  // want: parallel
    Bits one{};
    one.words[x / 64 % 4] = 1ULL << (x % 64);
    unite(seen, one);
  }
  return seen;
}

[[clustrix::cluster]]
int divisor(const std::vector<int>& k) {
  int common = 0;
  for (const int x : k) common = gcd_of(common, 6 * x);  // want: parallel
  return common;
}

[[clustrix::cluster]]
void rows(const double* a, double* means, int n, int m) {
  for (int i = 0; i < n; ++i) {  // want: parallel
    stats::Moments row;
    for (int j = 0; j < m; ++j) row = merge(row, stats::of(a[i * m + j]));  // may: parallel
    means[i] = row.mean;
  }
}

int main() {
  for (const int n : {0, 1, 2, 100, 40000}) {
    Random random(6);
    std::vector<double> v(n);
    std::vector<Complex> z(n);
    std::vector<Matrix> m(n);
    std::vector<int> k(n);
    random.fillUnit(v);
    random.fillBelow(k, 256);
    for (int i = 0; i < n; ++i) z[i] = {v[i], 1 - 2 * v[i]};
    for (int i = 0; i < n; ++i) m[i] = {k[i] + 1, i % 5, 1, k[i] % 7};
    const stats::Moments all = moments(v);
    put("moments.count", all.count);
    put("moments.mean", all.mean);
    put("moments.squares", all.squares);
    const Complex sum = sums(z, v.data());
    put("sums.re", sum.re);
    put("sums.im", sum.im);
    const Best best = best_of(v.data(), n);
    put("best.value", best.value);
    put("best.at", best.at);
    Matrix total{1, 2, 3, 4};
    product(m, total);
    put("product.a", total.a);
    put("product.b", total.b);
    put("product.c", total.c);
    put("product.d", total.d);
    const Bits seen = united(k);
    for (const unsigned long long word : seen.words) put("united", word);
    put("divisor", divisor(k));
    std::vector<double> means(n / 10 + 1);
    rows(v.data(), means.data(), n / 10, 10);
    show("rows", means);
  }
}
