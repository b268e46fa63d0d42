// The shape of a Fourier transform of many short lines: annotated stages with loops from one iteration to half a line.
#include "clock.h"

#include <complex>

using Complex = std::complex<double>;

[[clustrix::cluster]]
void stage(int half, const Complex* roots, int stride, Complex* x, int n) {
  for (int first = 0; first < n; first += 2 * half)
    for (int k = 0; k < half; ++k) {
      const Complex odd = x[first + half + k] * roots[k * stride], even = x[first + k];
      x[first + k] = even + odd;
      x[first + half + k] = even - odd;
    }
}

[[clustrix::cluster]]
void evolve(Complex* x, const double* factor, int n) {
  for (int k = 0; k < n; ++k) x[k] *= factor[k];
}

int main() {
  const int n = 64, lines = 20000;
  std::vector<Complex> roots(n), x(n);
  std::vector<double> factor(n);
  for (int k = 0; k < n; ++k) {
    roots[k] = std::polar(1.0, -2 * 3.14159265358979323846 * k / n);
    factor[k] = 1.0 / (1 + k);
  }
  double check = 0;
  measure(5, [&] {
    for (int l = 0; l < lines; ++l) {
      for (int k = 0; k < n; ++k) x[k] = Complex(k % 5, l % 3);
      for (int half = 1; half < n; half *= 2) stage(half, roots.data(), n / (2 * half), x.data(), n);
      evolve(x.data(), factor.data(), n);
      check += x[5].real();
    }
  });
  std::printf("check %#.12g\n", check);
}
