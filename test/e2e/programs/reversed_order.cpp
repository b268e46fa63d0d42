// Arrays walked backwards, mirrored and wrapped: subscripts such as n-1-i, and reversals in place and out of place.
#include "show.h"

[[clustrix::cluster]]
void mirror(const int* in, int* out, int n) {
  for (int i = 0; i < n; ++i)  // want: parallel
    out[n - 1 - i] = in[i];
}

[[clustrix::cluster]]
void reverse_in_place(int* a, int n) {
  for (int i = 0; i < n / 2; ++i) {  // may: parallel
    const int keep = a[i];
    a[i] = a[n - 1 - i];
    a[n - 1 - i] = keep;
  }
}

[[clustrix::cluster]]
void fold(const double* a, double* out, int n) {
  for (int i = 0; 2 * i < n; ++i)  // may: parallel
    out[i] = a[i] + a[n - 1 - i];
}

[[clustrix::cluster]]
void flip_rows(const double* in, double* out, int rows, int columns) {
  for (int r = rows - 1; r >= 0; --r)       // want: parallel
    for (int c = columns - 1; c >= 0; --c)  // want: parallel
      out[(rows - 1 - r) * columns + c] = in[r * columns + columns - 1 - c];
}

[[clustrix::cluster]]
void rotate(const int* in, int* out, int n, int by) {
  for (int i = 0; i < n; ++i)  // want: parallel
    out[i] = in[(i + by) % n];
}

int main() {
  Random random(38);
  const int n = 9011;
  std::vector<int> a(n), b(n);
  random.fillBelow(a, 5000);
  mirror(a.data(), b.data(), n);
  show("mirror", b);
  reverse_in_place(a.data(), n);
  reverse_in_place(a.data(), n - 1);
  show("reversed", a);
  std::vector<double> d(60 * 70), e(60 * 70);
  random.fillUnit(d);
  fold(d.data(), e.data(), 60 * 70);
  show("fold", e);
  flip_rows(d.data(), e.data(), 60, 70);
  show("flip", e);
  rotate(b.data(), a.data(), n, 1234);
  show("rotate", a);
}
