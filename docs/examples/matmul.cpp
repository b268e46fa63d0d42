// A matrix product, row by row: linearised subscripts with run-time sizes.
//
//     matmul
//
// What Clustrix finds: the rows of the result are independent provided that the three arrays do not overlap, which is
// checked at run time. Each device gets its rows of `a` and `c` and all of `b`.
#include <chrono>
#include <cmath>
#include <cstdio>
#include <vector>

[[clustrix::cluster]]
void multiply(const double* a, const double* b, double* c, int n, int m, int p) {
  for (int i = 0; i < n; ++i) {
    for (int j = 0; j < p; ++j) c[i * p + j] = 0;
    for (int k = 0; k < m; ++k)
      for (int j = 0; j < p; ++j) c[i * p + j] += a[i * m + k] * b[k * p + j];
  }
}

[[clustrix::cluster]]
double frobenius(const std::vector<double>& c) {
  double sum = 0;
  for (double x : c) sum += x * x;
  return std::sqrt(sum);
}

[[clustrix::cluster]]
double trace(const double* c, int n) {
  double sum = 0;
  for (int i = 0; i < n; ++i) sum += c[i * n + i];
  return sum;
}

int main() {
  const int n = 1152;
  std::vector<double> a(n * n), b(n * n), c(n * n, -1.0);
  for (int i = 0; i < n * n; ++i) {
    a[static_cast<std::size_t>(i)] = (i % 97 - 48) / 97.0;
    b[static_cast<std::size_t>(i)] = (i % 89 - 40) / 89.0;
  }
  const auto begin = std::chrono::steady_clock::now();
  multiply(a.data(), b.data(), c.data(), n, n, n);
  const double norm = frobenius(c), diagonal = trace(c.data(), n);
  const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - begin;
  std::printf("workload %d x %d matrices\n", n, n);
  std::printf("norm %#.12g\ntrace %#.12g\ncorner %#.12g\n", norm, diagonal, c.back());
  std::printf("seconds %#.4g\n", seconds.count());
  return 0;
}
