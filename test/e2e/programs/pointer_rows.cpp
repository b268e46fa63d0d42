// Rows behind pointers: where they lie is seen when the loop starts.
#include "show.h"

#include <cstddef>
#include <cstdlib>
#include <vector>

// idle: filled, product, matrix_vector, trace, smoothed, by_row, cube, cube_sum, columns, of_vector, offset_rows
// idle: triangle, ranked, constant_rows, from_first, in_steps
[[clustrix::cluster]] void filled(double** a, int n, int m) {
  for (int i = 0; i < n; ++i)  // want: parallel
    for (int j = 0; j < m; ++j) a[i][j] = i * 0.5 + j;
}

[[clustrix::cluster]] void product(double** a, double** b, double** c, int n, int m) {
  for (int i = 0; i < n; ++i)  // want: parallel
    for (int j = 0; j < m; ++j) {
      double sum = 0;
      for (int k = 0; k < n; ++k) sum += a[i][k] * b[k][j];
      c[i][j] = sum;
    }
}

[[clustrix::cluster]] void matrix_vector(double** a, const double* x, double* y, int n, int m) {
  for (int i = 0; i < n; ++i) {  // want: parallel
    double sum = 0;
    for (int j = 0; j < m; ++j) sum += a[i][j] * x[j];
    y[i] = sum;
  }
}

[[clustrix::cluster]] double trace(double** a, int n, int m) {
  double sum = 0;
  for (int i = 0; i < n; ++i)  // want: parallel
    for (int j = 0; j < m; ++j) sum += a[i][j];
  return sum;
}

[[clustrix::cluster]] void smoothed(double** to, double** from, int n, int m) {
  for (int i = 1; i < n - 1; ++i)  // want: parallel
    for (int j = 1; j < m - 1; ++j)
      to[i][j] = 0.25 * (from[i - 1][j] + from[i + 1][j] + from[i][j - 1] + from[i][j + 1]);
}

[[clustrix::cluster]] void by_row(double** a, int n, int m) {
  for (int i = 0; i < n; ++i) {  // want: parallel
    double* row = a[i];
    for (int j = 0; j < m; ++j) row[j] = row[j] * 2 + 1;
  }
}

[[clustrix::cluster]] void cube(double*** c, int n, int m) {
  for (int k = 0; k < n; ++k)  // want: parallel
    for (int i = 0; i < n; ++i)
      for (int j = 0; j < m; ++j) c[k][i][j] = k + 2 * i + 3 * j;
}

[[clustrix::cluster]] double cube_sum(double*** c, int n, int m) {
  double sum = 0;
  for (int k = 1; k < n; ++k)  // want: parallel
    for (int i = 0; i < n; ++i)
      for (int j = 0; j < m; ++j) sum += c[k][i][j] - c[k - 1][i][j] * 0.5;
  return sum;
}

[[clustrix::cluster]] void columns(double** a, double* top, int n, int m) {
  for (int j = 0; j < m; ++j) {  // want: parallel
    double best = -1;
    for (int i = 0; i < n; ++i)
      if (a[i][j] > best) best = a[i][j];
    top[j] = best;
  }
}

[[clustrix::cluster]] void of_vector(std::vector<double*>& a, int n, int m) {
  for (int i = 0; i < n; ++i)  // want: parallel
    for (int j = 0; j < m; ++j) a[i][j] -= 1;
}

// Subscripts from 1 on, as in Numerical Recipes.
[[clustrix::cluster]] void offset_rows(double** a, int n, int m) {
  for (int i = 1; i <= n; ++i)  // want: parallel
    for (int j = 1; j <= m; ++j) a[i][j] += i;
}

[[clustrix::cluster]] void triangle(double** a, int n) {
  for (int i = 0; i < n; ++i)  // want: parallel
    for (int j = 0; j <= i; ++j) a[i][j] += 2;
}

[[clustrix::cluster]] void ranked(int** a, std::size_t n, std::size_t m) {
  for (std::size_t i = 0; i < n; ++i)  // want: parallel
    for (std::size_t j = 0; j < m; ++j) a[i][j] = static_cast<int>(i * 100 + j);
}

[[clustrix::cluster]] void constant_rows(const double* const* a, double** b, int n, int m) {
  for (int i = 0; i < n; ++i)  // want: parallel
    for (int j = 0; j < m; ++j) b[i][j] = a[i][j] * 0.5;
}

[[clustrix::cluster]] void from_first(double** a, int n, int m) {
  for (int i = 1; i < n; ++i)  // want: parallel
    for (int j = 0; j < m; ++j) a[i][j] -= a[0][j];
}

[[clustrix::cluster]] void in_steps(double** a, double** b, int n, int m, int steps) {
  for (int t = 0; t < steps; ++t) {
    for (int i = 1; i < n - 1; ++i)  // want: parallel
      for (int j = 1; j < m - 1; ++j) b[i][j] = 0.5 * (a[i - 1][j] + a[i + 1][j]);
    double** other = a;
    a = b;
    b = other;
  }
}

static double** rows(int n, int m, bool together) {
  double** a = static_cast<double**>(std::malloc(sizeof(double*) * static_cast<std::size_t>(n + 1)));
  double* all =
      together ? static_cast<double*>(std::calloc(static_cast<std::size_t>(n * m + 1), sizeof(double))) : nullptr;
  for (int i = 0; i < n; ++i)
    a[i] = together ? all + static_cast<std::ptrdiff_t>(i) * m
                    : static_cast<double*>(std::calloc(static_cast<std::size_t>(m + 1), sizeof(double)));
  return a;
}
static void release(double** a, int n, bool together) {
  for (int i = 0; i < (together && n > 0 ? 1 : n); ++i) std::free(a[i]);
  std::free(a);
}
static void print(const char* name, double** a, int n, int m) {
  std::vector<double> flat;
  for (int i = 0; i < n; ++i) flat.insert(flat.end(), a[i], a[i] + m);
  show(name, flat);
}

static void one(int n, int m, bool together) {
  double **a = rows(n, m, together), **b = rows(n, m, together), **c = rows(n, m, together);
  filled(a, n, m);
  filled(b, n, m);
  print("filled", a, n, m);
  if (n <= m) product(a, b, c, n, m);
  print("product", c, n, m);
  if (n <= m) product(a, b, a, n, m);
  print("into itself", a, n, m);
  std::vector<double> x(static_cast<std::size_t>(m) + 1, 0.5), y(static_cast<std::size_t>(n) + 1);
  matrix_vector(b, x.data(), y.data(), n, m);
  show("vector", y);
  if (n > 2 && m >= n) matrix_vector(b, b[1], b[2], n, m);
  print("vectors in it", b, n, m);
  put("trace", trace(b, n, m));
  smoothed(c, b, n, m);
  smoothed(b, b, n, m);
  print("smoothed", c, n, m);
  print("in place", b, n, m);
  by_row(c, n, m);
  columns(c, x.data(), n, m);
  show("columns", x);
  std::vector<double*> pointers(c, c + n);
  of_vector(pointers, n, m);
  offset_rows(c, n - 1, m - 1);
  if (n <= m) triangle(c, n);
  constant_rows(b, c, n, m);
  constant_rows(c, c, n, m);
  from_first(b, n, m);
  if (n > 2) in_steps(b, c, n, m, 4);
  print("b", b, n, m);
  print("c", c, n, m);
  std::vector<double**> planes{a, b, c};
  std::vector<double> sums;
  if (n >= 3) {
    cube(planes.data(), 3, m);
    sums.push_back(cube_sum(planes.data(), 3, m));
    print("cube", planes[2], n, m);
  }
  show("sums", sums);
  std::vector<int> numbers(static_cast<std::size_t>(n) * static_cast<std::size_t>(m));
  std::vector<int*> lines;
  for (int i = 0; i < n; ++i) lines.push_back(numbers.data() + static_cast<std::ptrdiff_t>(n - 1 - i) * m);
  ranked(lines.data(), static_cast<std::size_t>(n), static_cast<std::size_t>(m));
  put("ranked", n > 0 && m > 0 ? numbers[0] : 0);
  release(a, n, together);
  release(b, n, together);
  release(c, n, together);
}

int main() {
  for (const bool together : {false, true}) {
    one(0, 0, together);
    one(1, 1, together);
    one(3, 20, together);
    one(40, 64, together);
    one(130, 200, together);
  }
}
