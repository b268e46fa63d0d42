// Loops, attributes, bounds and bodies that come out of macros.
#include "show.h"

#define SPREAD [[clustrix::cluster]]
#define SPREAD_WITH(...) [[clustrix::cluster(__VA_ARGS__)]]
#define FOR(i, n) for (int i = 0; i < (n); ++i)
#define AT(a, r, c) a[(r) * columns + (c)]
#define SQUARE(x) ((x) * (x))
#define BODY(a, i) a[i] = a[i] * 2 + 1
#define SIZE 3001

SPREAD void scale(double* a, int n, double by) {
  FOR(i, n)  // may: parallel
    a[i] *= by;
}

SPREAD_WITH(schedule = "static", gpus = 4) void squares(double* a, int n) {
  for (int i = 0; i < n; ++i)  // want: parallel
    a[i] = SQUARE(a[i] + 1) - SQUARE(a[i]);
}

SPREAD
void average(const double* in, double* out, int rows, int columns) {
  FOR(r, rows) {       // may: parallel
    FOR(c, columns) {  // may: parallel
      AT(out, r, c) = 0.5 * AT(in, r, c) + (r > 0 ? AT(in, r - 1, c) : 0.0);
    }
  }
}

[[clustrix::cluster]]
void sized(int* a) {
  for (int i = 0; i < SIZE; ++i)  // want: parallel
    BODY(a, i);
}

#define DEFINE_ADD(name, type)                            \
  [[clustrix::cluster]] void name(type* a, int n) {       \
    for (int i = 0; i < n; ++i) a[i] = a[i] + type{3};    \
  }

DEFINE_ADD(add_int, int)
DEFINE_ADD(add_double, double)

[[clustrix::cluster]]
void chosen(int* a, int n) {
#if SIZE > 100
  for (int i = 0; i < n; ++i)  // want: parallel
#else
  for (int i = n; i > 0; --i)
#endif
  {
#ifdef NEVER
    a[i] = 0;
#else
    a[i] -= 4;
#endif
  }
}

int main() {
  Random random(40);
  const int n = SIZE;
  std::vector<double> a(n), b(60 * 50), c(60 * 50);
  std::vector<int> v(n);
  random.fillUnit(a);
  random.fillUnit(b);
  random.fillBelow(v, 1000);
  scale(a.data(), n, 2.5);
  squares(a.data(), n);
  show("a", a);
  average(b.data(), c.data(), 60, 50);
  show("average", c);
  sized(v.data());
  add_int(v.data(), n);
  add_double(a.data(), n);
  chosen(v.data(), n);
  show("v", v);
  show("added", a);
}
