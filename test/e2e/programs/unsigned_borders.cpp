// Neighbours in boxes with unsigned sides: no product wraps around where a test keeps the neighbour inside, and an offset
// that may be negative is part of an unsigned sum that is not.
#include "show.h"

#include <cstddef>

using Values = std::vector<double>;
using std::size_t;

[[clustrix::cluster]]
void by_if(Values& b, const Values& a, size_t ny, size_t nx) {
  for (size_t i = 0; i < ny; ++i)  // want: parallel
    for (size_t j = 0; j < nx; ++j) {
      double sum = 0;
      if (i > 0) sum += a[(i - 1) * nx + j];
      if (i + 1 < ny) sum += a[(i + 1) * nx + j];
      if (j > 0) sum += a[i * nx + j - 1];
      if (j + 1 < nx) sum += a[i * nx + j + 1];
      b[i * nx + j] = sum;
    }
}

[[clustrix::cluster]]
void by_choice(Values& b, const Values& a, size_t ny, size_t nx) {
  for (size_t i = 0; i < ny; ++i)  // want: parallel
    for (size_t j = 0; j < nx; ++j) {
      const double up = i == 0 ? a[j] : a[(i - 1) * nx + j];
      const double down = i + 1 == ny ? a[i * nx + j] : a[(i + 1) * nx + j];
      b[i * nx + j] = up + 2 * down;
    }
}

[[clustrix::cluster]]
void by_index(Values& b, const Values& a, size_t ny, size_t nx) {
  for (size_t i = 0; i < ny; ++i)  // want: parallel
    for (size_t j = 0; j < nx; ++j) {
      const size_t above = i > 0 ? i - 1 : 0, below = i + 1 < ny ? i + 1 : ny - 1;
      const size_t last = j == 0 ? nx - 1 : j - 1;
      b[i * nx + j] = a[above * nx + j] + a[below * nx + j] + 3 * a[i * nx + last];
    }
}

[[clustrix::cluster]]
void in_space(Values& b, const Values& a, size_t nz, size_t ny, size_t nx) {
  const auto at = [&](size_t k, size_t i, size_t j) { return (k * ny + i) * nx + j; };
  for (size_t k = 0; k < nz; ++k)  // want: parallel
    for (size_t i = 0; i < ny; ++i)
      for (size_t j = 0; j < nx; ++j) {
        double sum = 0;
        if (k > 0) sum += a[at(k - 1, i, j)];
        if (k < nz - 1) sum += a[at(k + 1, i, j)];
        if (i > 0) sum += a[at(k, i - 1, j)];
        if (i + 1 < ny) sum += a[at(k, i + 1, j)];
        b[at(k, i, j)] = sum;
      }
}

[[clustrix::cluster]]
void window(std::vector<int>& b, const std::vector<int>& a, int ny, int nx) {
  for (int i = 0; i < ny; ++i)  // want: parallel
    for (int j = 0; j < nx; ++j) {
      int count = 0;
      for (int di = -1; di <= 1; ++di)
        for (int dj = -1; dj <= 1; ++dj) {
          const int y = i + di, x = j + dj;
          if (y < 0 || y >= ny || x < 0 || x >= nx) continue;
          count += a[y * nx + x];
        }
      b[i * nx + j] = count;
    }
}

[[clustrix::cluster]]
void torus(std::vector<int>& b, const std::vector<int>& a, size_t ny, size_t nx) {
  for (size_t i = 0; i < ny; ++i)  // want: parallel
    for (size_t j = 0; j < nx; ++j) {
      int count = 0;
      for (int di = -1; di <= 1; ++di)
        for (int dj = -1; dj <= 1; ++dj) {
          if (di == 0 && dj == 0) continue;
          const size_t y = (i + ny + di) % ny, x = (j + nx + dj) % nx;
          count += a[y * nx + x];
        }
      b[i * nx + j] = count;
    }
}

// What is below zero is large, and so are neighbours behind the last.
[[clustrix::cluster]]
void by_side_alone(std::vector<int>& b, const std::vector<int>& a, size_t ny, size_t nx) {
  for (size_t i = 0; i < ny; ++i)  // want: parallel
    for (size_t j = 0; j < nx; ++j) {
      int count = 0;
      for (int di = -1; di <= 1; ++di)
        for (int dj = -1; dj <= 1; ++dj) {
          const size_t y = i + di, x = j + dj;
          if (y < ny && x < nx) count += a[y * nx + x];
        }
      b[i * nx + j] = count;
    }
}

[[clustrix::cluster]]
void without_others(std::vector<int>& b, const std::vector<int>& a, unsigned ny, unsigned nx) {
  for (unsigned i = 0; i < ny; ++i)  // want: parallel
    for (unsigned j = 0; j < nx; ++j) {
      int count = 0;
      for (int di = -1; di <= 1; ++di) {
        const unsigned y = i + di;
        if (y >= ny) continue;
        count += 3 * a[y * nx + j];
      }
      b[i * nx + j] = count;
    }
}

[[clustrix::cluster]]
void by_offset(Values& b, const Values& a, size_t n, int from, int to) {
  for (size_t i = 5; i < n; ++i) {  // want: parallel
    double sum = 0;
    for (int d = from; d <= to; ++d) sum += a[i + d];
    b[i] = sum;
  }
}

// --- Traps

// The test is about another counter: in the first row the product wraps around, and the rest is not that of the number.
[[clustrix::cluster]]
void another_test(Values& b, const Values& a, unsigned ny, unsigned nx) {
  const unsigned size = static_cast<unsigned>(a.size());
  for (unsigned i = 0; i < ny; ++i)  // may: parallel
    for (unsigned j = 0; j < nx; ++j) {
      double sum = 0;
      if (j > 0) sum += a[((i - 1) * nx + j) % size];
      b[i * nx + j] = sum;
    }
}
// idle: another_test

// The test leaves one row too many.
[[clustrix::cluster]]
void a_row_too_many(Values& b, const Values& a, unsigned ny, unsigned nx) {
  const unsigned size = static_cast<unsigned>(a.size());
  for (unsigned i = 0; i < ny; ++i)  // may: parallel
    for (unsigned j = 0; j < nx; ++j) {
      double sum = 0;
      if (i > 0) sum += a[((i - 2) * nx + j) % size];
      b[i * nx + j] = sum;
    }
}
// idle: a_row_too_many

// Wraps around, and means to.
[[clustrix::cluster]]
void below_zero(Values& b, const Values& a, unsigned n, int d) {
  const unsigned size = static_cast<unsigned>(a.size());
  for (unsigned i = 0; i < n; ++i) b[i] = a[(i + d) % size];  // may: parallel
}

// The limit itself is so large that numbers below zero are less.
[[clustrix::cluster]]
void large_limit(Values& b, const Values& a, unsigned n, int d, unsigned limit) {
  const unsigned size = static_cast<unsigned>(a.size());
  for (unsigned i = 0; i < n; ++i) {  // may: parallel
    const unsigned y = i + d;
    if (y < limit) b[i] = a[y % size];
  }
}

// The row above is written, too.
[[clustrix::cluster]]
void downwards(Values& a, size_t ny, size_t nx) {
  for (size_t i = 0; i < ny; ++i)  // want: serial
    for (size_t j = 0; j < nx; ++j)
      if (i > 0) a[i * nx + j] += 0.5 * a[(i - 1) * nx + j];
}

int main() {
  Random random(97);
  for (const size_t ny : {1, 2, 3, 41}) {
    const size_t nx = 37, nz = 5, n = nz * ny * nx;
    Values a(n), b(n);
    std::vector<int> c(n), d(n);
    random.fillUnit(a);
    random.fillBelow(c, 2);
    by_if(b, a, ny, nx), show("if", b);
    by_choice(b, a, ny, nx), show("choice", b);
    by_index(b, a, ny, nx), show("index", b);
    in_space(b, a, nz, ny, nx), show("space", b);
    in_space(b, a, 1, ny, nx), show("plane", b);
    window(d, c, static_cast<int>(ny), static_cast<int>(nx)), show("window", d);
    torus(d, c, ny, nx), show("torus", d);
    torus(d, c, nx, ny), show("turned", d);
    by_side_alone(d, c, ny, nx), show("side", d);
    without_others(d, c, static_cast<unsigned>(ny), nx), show("others", d);
    by_offset(b, a, n - 9, -5, 5), show("offset", b);
    another_test(b, a, static_cast<unsigned>(ny), nx), show("another", b);
    a_row_too_many(b, a, static_cast<unsigned>(ny), nx), show("too many", b);
    below_zero(b, a, static_cast<unsigned>(n), 7), show("above zero", b);
    below_zero(b, a, static_cast<unsigned>(n), -7), show("below zero", b);
    for (const unsigned limit : {0u, 20u, 0x7fffffffu, 0x80000000u, 0xfffffff8u})
      large_limit(b, a, static_cast<unsigned>(n), -16, limit), show("limit", b);
    downwards(a, ny, nx), show("downwards", a);
  }
}
