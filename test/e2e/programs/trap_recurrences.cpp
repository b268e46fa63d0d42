// Traps: every iteration needs what an earlier one wrote, in all disguises.
#include "show.h"

[[clustrix::cluster]]
void first_order(double* a, int n) {
  for (int i = 1; i < n; ++i)  // want: serial
    a[i] = 0.5 * a[i] + 0.25 * a[i - 1];
}

[[clustrix::cluster]]
void from_above(int* a, int n) {
  for (int i = n - 2; i >= 0; --i)  // want: serial
    a[i] = (a[i] + a[i + 1] * 3) % 1009;
}

[[clustrix::cluster]]
void far_back(unsigned* a, int n) {
  for (int i = 100; i < n; ++i)  // want: serial
    a[i] = a[i] * 5 + a[i - 100];
}

[[clustrix::cluster]]
void overwritten_ahead(int* a, int n) {
  for (int i = 0; i < n - 1; ++i)  // want: serial
    a[i] = a[i + 1] * 2 + 1;
}

[[clustrix::cluster]]
void same_cell(int* a, const int* b, int n) {
  for (int i = 0; i < n; ++i) {  // want: serial
    a[7] = (a[7] * 31 + b[i]) % 10007;
  }
}

[[clustrix::cluster]]
void wavefront(double* g, int rows, int columns) {
  for (int r = 1; r < rows; ++r)         // want: serial
    for (int c = 1; c < columns; ++c)    // want: serial
      g[r * columns + c] = 0.4 * (g[(r - 1) * columns + c] + g[r * columns + c - 1]);
}

[[clustrix::cluster]]
void halved_subscript(int* a, int n) {
  for (int i = 1; i < n; ++i)  // want: serial
    a[i] = a[i / 2] + 1;
}

[[clustrix::cluster]]
void crossing(int* a, int n) {
  for (int i = 0; i < n; ++i)  // want: serial
    a[i] = (a[n - 1 - i] * 2 + 1) % 997;
}

[[clustrix::cluster]]
void factorised(unsigned* a, int n) {
  for (int i = 1; i < n; ++i)                 // want: serial
    for (int j = 2 * i; j < n; j += i)        // may: parallel
      a[j] = a[j] * 3 + a[i];
}

int main() {
  Random random(61);
  const int n = 6007;
  std::vector<double> d(n), g(70 * 80);
  std::vector<int> v(n), w(n);
  std::vector<unsigned> u(n);
  random.fillUnit(d);
  random.fillUnit(g);
  random.fillBelow(v, 1000);
  random.fillBelow(w, 1000);
  for (unsigned& x : u) x = random.bits();
  first_order(d.data(), n);
  show("first", d);
  from_above(v.data(), n);
  show("above", v);
  far_back(u.data(), n);
  show("far", u);
  overwritten_ahead(v.data(), n);
  show("ahead", v);
  same_cell(v.data(), w.data(), n);
  put("cell", v[7]);
  wavefront(g.data(), 70, 80);
  show("wavefront", g);
  halved_subscript(w.data(), n);
  show("halved", w);
  crossing(w.data(), n);
  show("crossing", w);
  factorised(u.data(), 500);
  show("factors", u);
}
