// RUN: %clustrix-rewrite --remarks all -o - %s -- -std=c++20 2>&1 >/dev/null | FileCheck %s
// What would take exponentially many steps ends, with a reason of its own, and leaves the other loops of the file alone.

template <int N>
double tree(double x) {
  return tree<N - 1>(x) + tree<N - 1>(x + N);
}
template <>
double tree<0>(double x) {
  return x * x;
}

[[clustrix::cluster]] void leaves(double* a, const double* b, int n) {
  // CHECK: budget.cpp:[[#@LINE+1]]:3: remark: loop stays serial: the loop, with all that it calls, is too much to look through [analysis.budget]
  for (int i = 0; i < n; ++i) a[i] = tree<22>(b[i]);
  // CHECK: budget.cpp:[[#@LINE+1]]:3: remark: {{.*}}[clustrix-parallel]
  for (int i = 0; i < n; ++i) a[i] = tree<3>(b[i]);
}

// Each argument of a call that stays a call is looked at once, however long the chain.
struct Out {
  double* to;
  Out& put(double x);
};
template <class T>
Out& write(Out& out, T x) {
  out.put(x);
  return out;
}
template <class T>
Out& operator<<(Out& out, T x) {
  return write(out, x);
}
extern Out out;

[[clustrix::cluster]] void show(const double* a, int n) {
  // CHECK-NOT: analysis.budget
  // CHECK: remark: loop on line [[#@LINE+1]] stays serial: 'Out::put' is called
  for (int i = 0; i < n; ++i)
    out << a[i] << a[i] << a[i] << a[i] << a[i] << a[i] << a[i] << a[i] << a[i] << a[i] << a[i] << a[i] << a[i] << a[i]
        << a[i] << a[i] << a[i] << a[i] << a[i] << a[i] << a[i] << a[i] << a[i] << a[i] << a[i] << a[i] << a[i] << a[i]
        << a[i] << a[i] << a[i] << a[i] << a[i] << a[i] << a[i] << a[i] << a[i] << a[i] << a[i] << a[i] << a[i] << a[i]
        << a[i] << a[i] << a[i] << a[i] << a[i] << a[i] << a[i] << a[i] << a[i] << a[i] << a[i] << a[i] << a[i] << a[i];
}

// Bounds and subscripts of which a proof would take too long.
#define TILE(x) ((x) * 16 < 0 ? -((-(x) + 16 - 1) / 16) : (x) / 16)
#define LEAST(a, b) ((a) < (b) ? (a) : (b))
[[clustrix::cluster]] void tiles(int ni, int nj, int nk, double a[128][128]) {
  // CHECK: budget.cpp:[[#@LINE+1]]:3: remark: loop stays serial{{.*}}: its bounds and subscripts ask for too long a proof [analysis.budget]
  for (int t = 0; t <= LEAST(TILE(nk + ni - 1), TILE(nk + ni + nj - 2)); t++) {
    if (t <= TILE(ni - 1))
      for (int u = TILE(nj); u <= TILE(nk - 1); u++)
        for (int i = 16 * t; i <= LEAST(16 * t + 15, ni - 1); i++)
          for (int j = 16 * u; j <= LEAST(16 * u + 15, nk - 1); j++) a[i][j] = i * j;
    if (t <= TILE(nk - 1))
      for (int u = TILE(nk); u <= TILE(nj - 1); u++)
        for (int i = 16 * t; i <= LEAST(16 * t + 15, nk - 1); i++)
          for (int j = 16 * u; j <= LEAST(16 * u + 15, nj - 1); j++) a[i][j] = 2;
    if (t <= TILE(nj - 1))
      for (int u = TILE(ni); u <= TILE(nj - 1); u++)
        for (int i = 16 * t; i <= LEAST(16 * t + 15, nj - 1); i++)
          for (int j = 16 * u; j <= LEAST(16 * u + 15, ni - 1); j++) a[i][j] = a[j][i];
  }
}
