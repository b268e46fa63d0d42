// Raw pointers under inner loops that run from one bound to another: what a chunk touches follows from the bounds, with
// no extent to fall back on. Arrays lie one behind the other in one block, so that a range too wide fails a guard.
#include "show.h"

#include <algorithm>

[[clustrix::cluster]]
void product(double* c, const double* a, const double* b, int n) {
  for (int ii = 0; ii < n; ii += 8)                            // want: parallel
    for (int jj = 0; jj < n; jj += 8)                          // want: parallel
      for (int i = ii; i < std::min(ii + 8, n); ++i)           // want: parallel
        for (int j = jj; j < (jj + 8 < n ? jj + 8 : n); ++j)   // want: parallel
          for (int k = 0; k < n; ++k)
            c[i * n + j] += a[i * n + k] * b[k * n + j];
}

[[clustrix::cluster]]
void banded(double* y, const double* a, const double* x, int n, int below, int above) {
  for (int i = 0; i < n; ++i) {  // want: parallel
    double sum = 0;
    for (int j = std::max(0, i - below); j < std::min(n, i + above + 1); ++j)  // want: parallel
      sum += a[i * n + j] * x[j];
    y[i] = sum;
  }
}

[[clustrix::cluster]]
void tiles(long* a, const int* b, long n, long tile) {
  for (long ii = 0; ii < n; ii += tile)                       // want: parallel
    for (long i = ii; i < std::min(ii + tile, n); ++i)        // want: parallel
      a[i] = a[i] * 3 + b[n - 1 - i];
}

[[clustrix::cluster]]
void window(double* out, const double* in, long rows, long columns, long first, long last) {
  for (long r = 0; r < rows; ++r)                                       // want: parallel
    for (long c = std::max(first, r); c < std::min(columns, last); ++c)  // want: parallel
      out[r * columns + c] = in[r * columns + c] + 0.5 * static_cast<double>(c);
}

[[clustrix::cluster]]
void columns_apart(int* a, int n, int m) {
  // Chunks of columns: each has elements in every row, between those of the others.
  for (int j = 0; j < m; ++j)                                   // want: parallel
    for (int i = std::max(j - 3, 0); i < std::min(n, 2 * j); ++i)  // want: parallel
      a[i * m + j] += i - j;
}

[[clustrix::cluster]]
void pooled(double* small, const double* large, int n) {
  for (int i = 0; i < n; ++i)  // want: parallel
    small[i] = large[i / 2] + large[i / 3 + 1];
}

[[clustrix::cluster]]
void never_inside(double* a, const double* b, int n, int w) {
  // Negative widths: no inner iteration.
  for (int i = 0; i < n; ++i)                                                        // want: parallel
    for (int j = std::max(i - w, 0); j < std::min(i + w, n); ++j)                    // may: parallel
      a[i] += b[j];
}

int main() {
  Random random(83);
  for (const int n : {37, 16, 5, 1, 0}) {
    std::vector<double> block(3 * n * n + 2 * n + 40);
    random.fillUnit(block);
    double* const c = block.data();
    product(c, c + n * n, c + 2 * n * n, n);
    for (const int below : {0, 3, 50})
      for (const int above : {1, 40}) {
        banded(c + n * n, c, c + n * n + n, n, below, above);
        show("banded", block);
      }
    std::vector<long> numbers(n);
    std::vector<int> steps(n);
    random.fillBelow(numbers, 1000);
    random.fillBelow(steps, 1000);
    for (const long tile : {1L, 7L, 64L}) tiles(numbers.data(), steps.data(), n, tile);
    show("tiles", numbers);
    std::vector<double> out(n * 20, -1), in(n * 20);
    random.fillUnit(in);
    window(out.data(), in.data(), n, 20, 2, 18);
    window(out.data(), in.data(), n, 20, 25, 90);
    window(out.data(), in.data(), n, 20, 0, 1L << 62);
    show("window", out);
    std::vector<int> grid(n * 41, 5);
    columns_apart(grid.data(), n, 41);
    columns_apart(grid.data(), n, 3);
    show("columns_apart", grid);
    pooled(c, c + n, n);
    show("pooled", c, n);
    for (const int w : {2, 0, -4}) never_inside(c, c + n, n, w);
    show("never_inside", c, n);
  }
}
