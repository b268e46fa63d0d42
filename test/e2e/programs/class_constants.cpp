// Constants and types that only a function or its class knows, in the places where only a constant may stand.
#include "show.h"

#include <array>

template <int N>
double power(double x) {
  double r = 1;
  for (int i = 0; i < N; ++i) r *= x;
  return r;
}

[[clustrix::cluster]]
void of_the_function(const double* q, double* o, const int* kinds, int n) {
  enum { K = 3, L };
  enum { R = 1, W = 2 * R + 1 };
  for (int i = 0; i < n; i++) {  // want: parallel
    double b[K];
    std::array<double, L> c{};
    char bytes[sizeof(int) * K];
    for (int k = 0; k < K; k++) b[k] = q[i] * k;  // may: parallel
    double table[W][W];
    for (int k = 0; k < W; k++)                               // may: parallel
      for (int l = 0; l < W; ++l) table[k][l] = q[i] * k + l;  // may: parallel
    c[3] = b[2];
    bytes[11] = 1;
    o[i] = b[1] + c[3] + table[1][2] + bytes[11] + power<K>(q[i]);
    switch (kinds[i]) {
      case K: o[i] += 1; break;
      case L: o[i] += 2; break;
      default: o[i] += 3;
    }
  }
}

struct Cells {
  enum { K = 4 };
  enum Kind { Low, High };
  static constexpr int M = 2;
  static const int N = 5;
  typedef double real;
  using Row = std::array<real, K>;
  std::vector<double> d;
  std::vector<int> kinds;

  [[clustrix::cluster]]
  void arrays() {
    for (std::size_t i = 0; i < d.size(); i++) {  // want: parallel
      real b[K];
      Row row;
      double table[M + N][Cells::K];
      for (int k = 0; k < K; ++k) b[k] = row[k] = d[i] * k;              // may: parallel
      for (int k = 0; k < 7; ++k)                                        // may: parallel
        for (int l = 0; l < 4; ++l) table[k][l] = d[i] * k + l - row[l];  // may: parallel
      d[i] = b[1] + row[3] + table[6][3];
    }
  }

  [[clustrix::cluster]]
  void templates() {
    static_assert(M == 2 && K == 4);
    for (std::size_t i = 0; i < d.size(); i++) {  // want: parallel
      static_assert(N > M);
      if constexpr (M == 2) d[i] = power<M>(d[i] * 0.125) + power<Cells::N>(0.5);
      alignas(8 * M) std::array<std::array<double, M>, K> b{};
      b[3][1] = kinds[i] == High ? 2 : 3;
      d[i] += b[3][1] + b[0][0];
    }
  }

  [[clustrix::cluster]]
  void cases() {
    for (std::size_t i = 0; i < d.size(); i++) {  // want: parallel
      switch (kinds[i]) {
        case Low: d[i] = 1; break;
        case Cells::High: d[i] = 2; break;
        case K: d[i] = 5; break;
        default: d[i] += 1;
      }
    }
  }

  [[clustrix::cluster]]
  static void axpy(const real* x, real* y, int n, real a) {
    for (int i = 0; i < n; ++i) y[i] += a * x[i];  // want: parallel
  }
};

struct Words {
  typedef double real;
  using number = int;
};

namespace lattice {

class D2Q9 {
 public:
  typedef double real;
  static constexpr std::size_t Q = 9;
  static constexpr int cx[Q] = {0, 1, 0, -1, 0, 1, -1, -1, 1};
  void mirror(real* f, int n);

  [[clustrix::cluster]]
  void step(real* f, int n) {
    for (int i = 0; i < n; ++i) {  // want: parallel
      real e[Q];
      for (std::size_t q = 0; q < Q; ++q) e[q] = f[i * Q + q] * cx[q];      // may: parallel
      for (std::size_t q = 0; q < Q; ++q) f[i * Q + q] += e[Q - 1 - q];     // may: parallel
    }
  }

 private:
  static constexpr int half = 3;
};

[[clustrix::cluster]]
void D2Q9::mirror(real* f, int n) {
  for (int i = 0; i < n; ++i) {  // want: parallel
    real t[half];
    for (int q = 0; q < half; ++q) t[q] = f[i * Q + q];          // may: parallel
    for (int q = 0; q < half; ++q) f[i * Q + q] = t[half - 1 - q];  // may: parallel
    f[i * Q] += power<half>(0.5);
  }
}

}  // namespace lattice

template <class T, int D>
struct Blocks {
  using value_type = T;
  static constexpr int Q = D * D;
  enum { W = D + 1 };
  using Row = std::array<T, Q>;
  std::vector<T> all;

  [[clustrix::cluster]]
  void turn(int n) {
    for (int i = 0; i < n; ++i) {  // want: parallel
      T e[Q][W];
      Row row;
      for (int q = 0; q < Q; ++q) e[q][W - 1] = row[q] = all[i * Q + q];            // may: parallel
      for (int q = 0; q < Q; ++q) all[i * Q + q] += e[Q - 1 - q][D] - row[q] * 2;  // may: parallel
    }
  }

  [[clustrix::cluster]]
  void scale(value_type by) {
    for (value_type& x : all) x *= by;  // want: parallel
  }
};

[[clustrix::cluster]]
void qualified(const double* d, double* o, int n) {
  for (Words::number i = 0; i < n; ++i) {  // want: parallel
    Words::real b = d[i];
    Words::real c[3] = {b, static_cast<Words::real>(i), Words::real(2)};
    o[i] = c[0] + c[1] * c[2];
  }
}

/// Another counter of the head, in front of a loop that may be launched by itself.
[[clustrix::cluster]]
void two_counters(double* a, int n, int m) {
  int q = 0;
  for (int i = 0; i < n; i++, q += m)             // want: parallel
    for (int j = 0; j < m; j++) a[q + j] = i + j;  // may: parallel
}

int main() {
  const int n = 450;
  std::vector<double> q(n), o(n);
  std::vector<int> kinds(n);
  for (int i = 0; i < n; ++i) {
    q[i] = i * 0.25;
    kinds[i] = i % 6;
  }
  of_the_function(q.data(), o.data(), kinds.data(), n);
  show("of_the_function", o);
  Cells cells{q, kinds};
  cells.arrays();
  show("arrays", cells.d);
  cells.templates();
  show("templates", cells.d);
  cells.cases();
  show("cases", cells.d);
  Cells::axpy(q.data(), o.data(), n, 0.5);
  show("axpy", o);
  lattice::D2Q9 model;
  model.step(o.data(), n / 9);
  model.mirror(o.data(), n / 9);
  show("lattice", o);
  Blocks<double, 3> blocks{o};
  blocks.turn(n / 9);
  blocks.scale(1.5);
  show("blocks", blocks.all);
  qualified(q.data(), o.data(), n);
  show("qualified", o);
  two_counters(o.data(), 15, 30);
  show("two_counters", o);
}
