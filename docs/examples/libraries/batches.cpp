// Batches of small matrices, by CBLAS and LAPACKE: a product, and a system of equations, each.
#include <cblas.h>
#include <lapacke.h>

#include <cstdio>
#include <cstdlib>
#include <vector>

/// c[i] = a[i] b[i], of n times n matrices that lie behind each other.
[[clustrix::cluster]]
void products(const std::vector<double>& a, const std::vector<double>& b, std::vector<double>& c, int count, int n) {
  for (int i = 0; i < count; ++i)
    cblas_dgemm(CblasRowMajor, CblasNoTrans, CblasNoTrans, n, n, n, 1.0, &a[i * n * n], n, &b[i * n * n], n, 0.0,
                &c[i * n * n], n);
}

/// One product in panels of eight columns: each iteration writes rows of eight elements that lie n apart.
[[clustrix::cluster]]
void panels(const std::vector<double>& a, const std::vector<double>& b, std::vector<double>& c, int n) {
  for (int p = 0; p < n / 8; ++p)
    cblas_dgemm(CblasRowMajor, CblasNoTrans, CblasNoTrans, n, 8, n, 1.0, a.data(), n, &b[p * 8], n, 0.0, &c[p * 8], n);
}

/// Solves a[i] x = b[i]. The library overwrites the matrix that it is given, and each iteration gives it a copy.
[[clustrix::cluster]]
void solve(const std::vector<double>& a, std::vector<double>& b, std::vector<int>& info, int count, int n) {
  for (int i = 0; i < count; ++i) {
    std::vector<double> factors(n * n);
    std::vector<int> pivots(n);
    cblas_dcopy(n * n, &a[i * n * n], 1, factors.data(), 1);
    info[i] = LAPACKE_dgesv(LAPACK_ROW_MAJOR, n, 1, factors.data(), n, pivots.data(), &b[i * n], 1);
  }
}

/// Of rows that lie `pitch` apart.
[[clustrix::cluster]]
double norms(const std::vector<double>& x, int count, int n, int pitch) {
  double sum = 0;
  for (int i = 0; i < count; ++i) sum += cblas_dnrm2(n, &x[i * pitch], 1);
  return sum;
}

/// Divides each column by its norm: its elements lie `count` apart.
[[clustrix::cluster]]
void normalise(std::vector<double>& x, int count, int n) {
  for (int j = 0; j < count; ++j) cblas_dscal(n, 1 / cblas_dnrm2(n, &x[j], count), &x[j], count);
}

int main(int argc, char** argv) {
  const int n = argc > 1 ? std::atoi(argv[1]) : 48, count = 60;
  std::vector<double> a(count * n * n), b(count * n * n), c(count * n * n), right(count * n);
  for (std::size_t i = 0; i < a.size(); ++i) {
    a[i] = 1.0 / (1 + i * 7 % 23);
    b[i] = 0.5 - i * 5 % 19 / 19.0;
  }
  for (int i = 0; i < count; ++i)
    for (int k = 0; k < n; ++k) a[i * n * n + k * n + k] += n;
  for (std::size_t i = 0; i < right.size(); ++i) right[i] = 1 + i % 5;

  products(a, b, c, count, n);
  for (int i = 0; i < count; i += 13) std::printf("product %.6f\n", c[i * n * n + i % n]);
  panels(a, b, c, n);
  for (int k = 0; k < n; k += 7) std::printf("panel %.6f\n", c[k * n + k]);
  std::vector<int> info(count, -1);
  solve(a, right, info, count, n);
  for (int i = 0; i < count; i += 13) std::printf("solution %.6f %d\n", right[i * n], info[i]);
  std::printf("norms %.6f\n", norms(b, count, n, n + 1));
  normalise(b, 4 * n, 8);
  for (int j = 0; j < 4 * n; j += 31) std::printf("normalised %.6f\n", b[j]);
}
