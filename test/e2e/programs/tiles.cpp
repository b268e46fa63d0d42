// Tiles and bands: inner loops that end at the lesser of two bounds or begin at the greater, and matrices with rows of a
// fixed length whose bounds are known at run time only.
#include "show.h"

#include <algorithm>

[[clustrix::cluster]]
void transposed(double* out, const double* in, int n) {
  for (int ii = 0; ii < n; ii += 16)                         // want: parallel
    for (int jj = 0; jj < n; jj += 16)                       // want: parallel
      for (int i = ii; i < std::min(ii + 16, n); ++i)        // want: parallel
        for (int j = jj; j < (n < jj + 16 ? n : jj + 16); ++j)  // want: parallel
          out[j * n + i] = in[i * n + j];
}

[[clustrix::cluster]]
void downward(std::vector<double>& a, int n) {
  for (int ii = n; ii > 0; ii -= 16)                       // want: parallel
    for (int i = ii - 1; i >= std::max(ii - 16, 0); --i)  // want: parallel
      a[i] = a[i] * 0.5 + i;
}

[[clustrix::cluster]]
void both_tests(std::vector<double>& a, std::size_t n, std::size_t m) {
  for (std::size_t ii = 0; ii < n; ii += 8)                        // want: parallel
    for (std::size_t i = ii; i < ii + 8 && i < std::min(n, m); ++i)  // want: parallel
      a[i] = a[i] * 0.5 + 1;
}

[[clustrix::cluster]]
void band(std::vector<double>& a, int n, int w) {
  for (int i = 0; i < n; ++i)                                            // want: parallel
    for (int j = std::max(0, i - w); j <= std::min(n - 1, i + w); ++j)  // want: parallel
      a[i * n + j] = a[i * n + j] * 0.5 + i + j;
}

[[clustrix::cluster]]
void steps_in_band(std::vector<double>& a, int n, int w) {
  for (int i = 0; i < n; ++i)                                      // want: parallel
    for (int j = std::max(i - w, 1); j < std::min(i + w, n); j += 3)  // want: parallel
      a[i * n + j] -= 0.25;
}

double square[48][48];

[[clustrix::cluster]]
void symmetric(const double* x, int n) {
  for (int i = 0; i < n; ++i)      // want: parallel
    for (int j = i; j < n; ++j) {  // want: parallel
      square[i][j] = x[i] * x[j];
      square[j][i] = square[i][j];
    }
}

[[clustrix::cluster]]
void pairs_in_rows(double* a, int n) {
  // Rows of 48, where columns beyond them are elements of the next row: n may be more than 48.
  for (int i = 0; i < n; ++i)        // want: parallel
    for (int j = i + 1; j < n; ++j)  // want: parallel
      a[48 * i + j] = a[48 * j + i] * 0.5;
}

int main() {
  Random random(31);
  for (const int n : {45, 16, 3, 0}) {
    std::vector<double> in(n * n + 1), out(n * n + 1);
    random.fillUnit(in);
    transposed(out.data(), in.data(), n);
    show("transposed", out.data(), n * n);
    downward(out, n);
    both_tests(out, n, n / 2);
    both_tests(out, n, n + 9);
    show("lines", out.data(), n * n);
    for (const int w : {0, 2, 100}) {
      band(out, n, w);
      steps_in_band(out, n, w);
    }
    show("bands", out.data(), n * n);
    symmetric(in.data(), n > 20 ? 45 : n);
    show("symmetric", square[0], 48 * 48);
  }
  std::vector<double> a(49 * 60);
  random.fillUnit(a);
  for (const int n : {48, 20, 60, 49}) {
    pairs_in_rows(a.data(), n);
    show("pairs_in_rows", a.data(), 49 * 60);
  }
}
