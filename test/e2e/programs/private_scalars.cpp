// Scalars that belong to one iteration: declared inside, declared outside and always written first, several at once.
#include "show.h"

[[clustrix::cluster]]
void declared_inside(const double* a, double* out, int n) {
  for (int i = 0; i < n; ++i) {  // want: parallel
    const double x = a[i];
    double y = x * x, z;
    y += 1;
    z = x / y;
    out[i] = z - y;
  }
}

[[clustrix::cluster]]
void declared_outside(const double* a, const double* b, double* out, int n) {
  double t, u = 0;
  for (int i = 0; i < n; ++i) {  // want: parallel
    t = a[i] - b[i];
    u = t * t;
    if (t < 0) u = -u;
    out[i] = u + t;
  }
}

[[clustrix::cluster]]
void swapped(double* a, double* b, int n) {
  double keep;
  for (int i = 0; i < n; ++i) {  // want: parallel
    keep = a[i];
    a[i] = b[i];
    b[i] = keep;
  }
}

[[clustrix::cluster]]
void counters_outside(double* a, int rows, int columns) {
  int r, c;
  for (r = 0; r < rows; ++r)       // want: parallel
    for (c = 0; c < columns; ++c)  // want: parallel
      a[r * columns + c] += r - 0.5 * c;
}

[[clustrix::cluster]]
void rebuilt_in_both_branches(const int* a, int* out, int n) {
  int level;
  for (int i = 0; i < n; ++i) {  // want: parallel
    if (a[i] > 500)
      level = 2;
    else
      level = -1;
    out[i] = level * a[i];
  }
}

[[clustrix::cluster]]
void newton(const double* a, double* root, int n) {
  for (int i = 0; i < n; ++i) {  // want: parallel
    double x = 1 + a[i];
    for (int step = 0; step < 6; ++step)  // want: serial
      x = 0.5 * (x + a[i] / x);
    root[i] = x;
  }
}

int main() {
  Random random(26);
  const int n = 10009;
  std::vector<double> a(n), b(n), out(n);
  std::vector<int> v(n), w(n);
  random.fillUnit(a);
  random.fillUnit(b);
  random.fillBelow(v, 1000);
  declared_inside(a.data(), out.data(), n);
  show("inside", out);
  declared_outside(a.data(), b.data(), out.data(), n);
  show("outside", out);
  swapped(a.data(), b.data(), n);
  show("a", a);
  show("b", b);
  counters_outside(a.data(), 77, 129);
  show("counters", a);
  rebuilt_in_both_branches(v.data(), w.data(), n);
  show("level", w);
  newton(b.data(), out.data(), n);
  show("root", out);
}
