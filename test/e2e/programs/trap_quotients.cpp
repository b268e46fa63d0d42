// Quotients and remainders that look as if they kept iterations apart, and do not.
#include "show.h"

[[clustrix::cluster]]
void two_of_three(double* a, int n) {
  for (int i = 1; i < n; ++i)  // want: serial
    if (i % 3 != 0) a[i] = a[i - 1] * 0.5;
}

[[clustrix::cluster]]
void two_apart(double* a, int n) {
  for (int i = 2; i < n; ++i)  // want: serial
    if (i % 2 == 1) a[i] = a[i - 2] * 0.5;
}

[[clustrix::cluster]]
void rounded_to_zero(double* a, int n, int first) {
  // -1 / 2, 0 / 2 and 1 / 2 are all 0.
  for (int i = first; i < n; ++i)  // want: serial
    if (i % 2 != 1) a[i / 2] = a[i / 2] * 0.5 + i;
}

[[clustrix::cluster]]
void halves(double* a, const double* b, int n) {
  for (int i = 0; i < n; ++i)  // want: serial
    a[i / 2] = b[i];
}

[[clustrix::cluster]]
void short_cycle(double* a, const double* b, int n) {
  for (int i = 0; i < n; ++i)  // want: serial
    a[i % 7] = a[i % 7] * 0.5 + b[i];
}

[[clustrix::cluster]]
void wrong_period(double* a, const double* b, int n) {
  // Tens and units of another base.
  for (int i = 0; i < n; ++i)  // want: serial
    a[(i / 10) * 9 + i % 10] = b[i];
}

// idle: wrong_stride
[[clustrix::cluster]]
void wrong_stride(double* u, int n, int m) {
  // Points of one colour in three have neighbours of their own colour.
  for (int i = 1; i < n - 1; ++i)                // want: serial
    for (int j = 1 + i % 3; j < m - 1; j += 3)  // may: parallel
      u[i * m + j] = 0.5 * (u[(i - 1) * m + j + 2] + u[(i - 1) * m + j - 1]);
}

[[clustrix::cluster]]
void colour_changes(double* u, const int* colours, int n) {
  for (int i = 1; i < n; ++i)  // want: serial
    if ((i + colours[i]) % 2 == 0) u[i] = 0.5 * u[i - 1];
}

[[clustrix::cluster]]
void wraps_to_even(double* a, unsigned char n) {
  // 255 + 1 is even, too.
  for (unsigned char i = 0; i != n; ++i)  // want: serial
    if (static_cast<unsigned char>(i + 1) % 3 == 0) a[static_cast<unsigned char>(i + 1)] = a[i] + a[(i + 4) & 255];
}

[[clustrix::cluster]]
void stepping_remainder(double* a, int n) {
  // The remainder is of what the variable was.
  int k = 0;
  for (int i = 0; i < n; ++i) {  // want: serial
    const int r = k % 2;
    k += 3 - r;
    a[k] = a[k - 3 + r] * 0.5;
  }
}

[[clustrix::cluster]]
void masks_that_are_none(double* a, int n) {
  for (int i = 1; i < n; ++i)  // want: serial
    if (i & 2) a[i] = a[i - 1] * 0.5;
}

int main() {
  Random random(22);
  for (const int n : {200, 9, 0}) {
    std::vector<double> a(1000), b(1000);
    for (double& x : a) x = random.coarse() - 0.5;
    random.fillUnit(b);
    two_of_three(a.data(), n);
    two_apart(a.data(), n);
    rounded_to_zero(a.data() + 400, n, -n);
    show("conditions", a.data(), 1000);
    halves(a.data(), b.data(), n);
    short_cycle(a.data() + 300, b.data(), n);
    wrong_period(a.data() + 400, b.data(), n);
    show("subscripts", a.data(), 1000);
    if (n > 100) wrong_stride(a.data(), 20, 50);
    std::vector<int> colours(1000);
    random.fillBelow(colours, 3);
    colour_changes(a.data(), colours.data(), n);
    wraps_to_even(a.data(), static_cast<unsigned char>(n));
    stepping_remainder(a.data(), n);
    masks_that_are_none(a.data(), n);
    show("others", a.data(), 1000);
  }
}
