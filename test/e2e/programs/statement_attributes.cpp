// [[clustrix::serial]] and [[clustrix::independent]] on loops, and an annotated function without loops.
#include "show.h"

[[clustrix::cluster]]
void kept_serial(int* a, int n) {
  [[clustrix::serial]] for (int i = 0; i < n; ++i)  // want: serial
    a[i] += 3;
  for (int i = 0; i < n; ++i)  // want: parallel
    a[i] *= 2;
}

[[clustrix::cluster]]
void asserted(int* out, const int* in, const int* permutation, int n) {
  // Of unknown length: on threads alone. // idle: asserted
  [[clustrix::independent]] for (int i = 0; i < n; ++i)  // want: parallel
    out[permutation[i]] = in[i];
}

[[clustrix::cluster]]
void inner_serial(double* a, int rows, int columns) {
  for (int r = 0; r < rows; ++r) {  // want: parallel
    [[clustrix::serial]] for (int c = 0; c < columns; ++c)  // want: serial
      a[r * columns + c] += c;
  }
}

[[clustrix::cluster]]
int without_loops(int a, int b) {
  return a > b ? a : b;
}

// idle: never_called
[[clustrix::cluster]]
void never_called(int* a, int n) {
  for (int i = 0; i < n; ++i)  // want: parallel
    a[i] = i;
}

int main() {
  Random random(49);
  const int n = 5003;
  std::vector<int> a(n), out(n), permutation(n);
  random.fillBelow(a, 1000);
  kept_serial(a.data(), n);
  show("a", a);
  for (int i = 0; i < n; ++i) permutation[i] = static_cast<int>(i * 17LL % n);
  asserted(out.data(), a.data(), permutation.data(), n);
  show("out", out);
  std::vector<double> d(50 * 60);
  random.fillUnit(d);
  inner_serial(d.data(), 50, 60);
  show("d", d);
  put("larger", without_loops(3, 8));
  if (n < 0) never_called(a.data(), n);
}
