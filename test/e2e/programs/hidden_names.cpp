// Variables of an iteration that are called like something else outside: what guards have shown of that says nothing of
// them.
#include "bits.h"

#include <type_traits>
#include <vector>

inline double* at(double* u, int k) { return u + k; }

// In place, rows are one element apart: the loop inside is serial.
[[clustrix::cluster]]
void rows(double* b, double* x, int m, int n) {
  for (int r = 0; r < m; ++r) {  // want: parallel
    double* p = at(b, r * n + 1);
    double* q = at(x, r * n);
    {
      double *b = p, *x = q;
      for (int j = 0; j < n - 1; ++j) b[j] = x[j] * 0.5 + 1;
    }
  }
}

// The number that is read inside is an element of what is written.
[[clustrix::cluster]]
void number(double* u, double* t, double& s, int m, int n) {
  for (int r = 0; r < m; ++r) {  // want: parallel
    double* y = u + r * n;
    const double w = s;
    {
      double& s = t[r * n];
      for (int j = 0; j < n; ++j) y[j] = s * 0.5 + w;
    }
  }
}

// So many arrays are written that one guard stands for all pairs: x and y are rows of one of them, one element apart.
[[clustrix::cluster]]
void crowd(double* u, double* a, double* b, double* c, double* d, double* e, double* f, double* g, double* h, double* i,
           double* k, double* l, double* m, double* o, double* p, int rows, int n) {
  for (int r = 0; r < rows; ++r) {  // want: parallel
    double* x = u + r * n;
    double* y = x + 1;
    for (int j = 0; j < n - 1; ++j) y[j] = x[j] * 0.5 + 1;
    for (int j = 0; j < n; ++j) {
      const int q = r * n + j;
      a[q] += 1, b[q] += 1, c[q] += 1, d[q] += 1, e[q] += 1, f[q] += 1, g[q] += 1;
      h[q] += 1, i[q] += 1, k[q] += 1, l[q] += 1, m[q] += 1, o[q] += 1, p[q] += 1;
    }
  }
}

// What a template makes of an array depends on its type, which is a plain pointer's.
template <class T>
double kind(const T& p, int i, double v) {
  if constexpr (std::is_same_v<T, double*>)
    return p[i] * v;
  else
    return -1;
}
[[clustrix::cluster]]
void typed(const double* x, double* y, int n) {
  for (int i = 0; i < n; ++i) {  // want: parallel
    y[i] = x[i] * 2;
    y[i] += kind(y, i, x[i]);
  }
}

std::vector<double> numbers(int n) {
  std::vector<double> list(n);
  for (int i = 0; i < n; ++i) list[i] = (i * 37 % 101) / 7.0 - 3;
  return list;
}

int main() {
  const int m = 40, n = 64;
  std::vector<double> u = numbers(m * n), t = numbers(m * n);
  rows(u.data(), t.data(), m, n);
  bits("rows", u);
  rows(u.data(), u.data(), m, n);
  bits("rows in place", u);
  double s = 3;
  number(u.data(), t.data(), s, m, n);
  bits("number", u);
  number(t.data(), t.data(), s, m, n);
  bits("number in place", t);
  std::vector<std::vector<double>> others(14, numbers(m * n));
  const auto at = [&](int i) { return others[i].data(); };
  u = numbers(m * n);
  crowd(u.data(), at(0), at(1), at(2), at(3), at(4), at(5), at(6), at(7), at(8), at(9), at(10), at(11), at(12), at(13), m,
        n);
  bits("crowd", u);
  bits("other", others[13]);
  typed(u.data(), t.data(), m * n);
  bits("typed", t);
}
