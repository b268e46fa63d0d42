// Loops whose iterations each write elements of their own: whole, in part, under conditions, in place.
#include <cmath>

#include "digest.h"

[[clustrix::cluster]] void line(double* a, const double* b, int n) {
  for (int i = 0; i < n; ++i) a[i] = b[i] * 2 + i;
}

[[clustrix::cluster]] void grid(double* to, const double* from, int n, int m) {
  for (int y = 1; y < n - 1; ++y)
    for (int x = 1; x < m - 1; ++x)
      to[y * m + x] =
          0.25 * (from[(y - 1) * m + x] + from[(y + 1) * m + x] + from[y * m + x - 1] + from[y * m + x + 1]);
}

[[clustrix::cluster]] void in_place(std::vector<int>& a) {
  for (std::size_t i = 0; i < a.size(); ++i) a[i] = a[i] * 3 + 1;
}

[[clustrix::cluster]] void where(int* a, const int* limit, int n) {
  for (int i = 0; i < n; ++i)
    if (a[i] > limit[i]) a[i] = limit[i];
}

[[clustrix::cluster]] void strided(int* a, int n) {
  for (int i = 0; i < n; i += 3) a[i] = i;
}

[[clustrix::cluster]] void gathered(std::vector<double>& a, const std::vector<double>& b, const std::vector<int>& at) {
  for (std::size_t i = 0; i < a.size(); ++i) a[i] = b[at[i]];
}

struct Body {
  double x, speed;
};
[[clustrix::cluster]] void moved(Body* bodies, double step, int n) {
  for (int i = 0; i < n; ++i) bodies[i].x += bodies[i].speed * step;
}

[[clustrix::cluster]] void columns(double* a, int rows, int m) {
  for (int c = 0; c < m; ++c)
    for (int r = 1; r < rows; ++r) a[r * m + c] += a[(r - 1) * m + c] * 0.5;
}

[[clustrix::cluster]] void powers(const int* a, int* b, int n) {
  for (int i = 0; i < n; ++i) {
    int window[4];
    for (int k = 0; k < 4; ++k) window[k] = a[i] >> k;
    b[i] = window[0] + window[3];
  }
}

template <class T>
[[clustrix::cluster]] void twice(T* a, int n) {
  for (int i = 0; i < n; ++i) a[i] = a[i] + a[i];
}

[[clustrix::cluster]] void roots(const double* a, double* b, int n) {
  for (int i = 0; i < n; ++i) b[i] = std::sqrt(std::fabs(a[i]));
}

int main() {
  const int n = 6000;
  std::vector<double> a(n), b = quarters(n, 1), c = b;
  line(a.data(), b.data(), n);
  show("line", a);
  grid(c.data(), b.data(), 60, 100);
  show("grid", c);
  std::vector<int> whole = integers(n, 1000, 2), limit = integers(n, 1000, 3), at = integers(n, n, 4);
  in_place(whole);
  show("in_place", whole);
  where(whole.data(), limit.data(), n);
  show("where", whole);
  strided(whole.data(), n);
  show("strided", whole);
  gathered(a, b, at);
  show("gathered", a);
  std::vector<Body> bodies(n, {1, 0.5});
  moved(bodies.data(), 0.25, n);
  show("moved", bodies[77].x + bodies[n - 1].x);
  columns(b.data(), 6, n / 6);
  show("columns", b);
  powers(whole.data(), limit.data(), n);
  show("powers", limit);
  twice(a.data(), n);
  show("twice", a);
  roots(b.data(), a.data(), n);
  show("roots", a);
}
