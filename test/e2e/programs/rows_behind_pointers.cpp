// Pointers to rows: how many there are is said in rows, and helpers that are given some have their type and the
// constants and tables of their own.
#include <vector>

#include "show.h"

[[clustrix::cluster]]
void tally([[clustrix::extent(12)]] double (*rate)[5], const int* key, long n) {
  for (long i = 0; i < n; ++i)  // want: parallel
    for (int r = 0; r < 5; ++r) rate[key[i] % 12u][r] += r;
}

[[clustrix::cluster]]
void gather([[clustrix::extent(12)]] const double (*row)[5], const int* key, double* out, long n) {
  for (long i = 0; i < n; ++i) out[i] = row[key[i] / 2 % 12u][4];  // want: parallel
}

[[clustrix::cluster]]
void scatter([[clustrix::extent(m)]] double row[][3][2], const int* to, int n, int m) {
  for (int i = 0; i < n; ++i) row[to[i]][2][1] = i;  // want: parallel
  show("one", std::vector<double>(&row[0][0][0], &row[m][0][0]));
}

constexpr double scale = 0.5;
static double blocks[100][5][5];
void halved(double a[5][5]) {
  for (int m = 0; m < 5; ++m)
    for (int n = 0; n < 5; ++n) a[m][n] *= scale;
}
[[clustrix::cluster]]
void ofBlocks() {
  for (int i = 0; i < 100; ++i) halved(blocks[i]);  // want: parallel
}

// A helper that is annotated itself, with an array of two dimensions of the iteration's own.
[[clustrix::cluster]]
void filled(double c[5][5], double x) {
  for (int k = 0; k < 5; ++k)  // may: parallel
    for (int m = 0; m < 5; ++m) c[k][m] = x + k * m;
}
[[clustrix::cluster]]
void corners(const std::vector<double>& x, std::vector<double>& y) {
  for (std::size_t i = 0; i < x.size(); ++i) {  // want: parallel
    double c[5][5];
    filled(c, x[i]);
    y[i] = c[2][2] + c[4][3] * c[1][0];
  }
}

double horner(int which, double x) {
  static constexpr double table[3][4] = {{1, 2, 3, 4}, {0.5, -1, 0.25, 2}, {-1, 0, 1, 0}};
  static constexpr int powers[3] = {4, 3, 4};
  double p = 0;
  for (int k = powers[which] - 1; k >= 0; --k) p = p * x + table[which][k];
  return p;
}
[[clustrix::cluster]]
void polynomials(const double* x, double* y, int n) {
  for (int i = 0; i < n; ++i) {  // want: parallel
    static constexpr double shift[2] = {0.125, -0.25};
    y[i] = horner(i % 3, x[i]) + shift[i & 1];
  }
}

// Rows of one length in a vector, of which iterations use as much as a list says.
[[clustrix::cluster]]
void ragged(const std::vector<int>& v, const std::vector<int>& count, std::vector<int>& out, int n, int most) {
  for (int i = 0; i < n; ++i) {  // want: parallel
    int sum = 0;
    for (int j = 0; j < count[i]; ++j) sum += v[i * most + j];
    out[i] = sum;
  }
}
[[clustrix::cluster]]
void backwards(const std::vector<int>& v, const std::vector<int>& last, std::vector<int>& out, int n) {
  for (int i = 0; i < n; ++i) {  // want: parallel
    int sum = 0;
    for (int j = last[i]; j >= 0; --j) sum = 3 * sum + v[i - j + 20];
    out[i] = sum;
  }
}

int main() {
  constexpr int n = 4000;
  std::vector<int> key(n);
  for (int i = 0; i < n; ++i) key[i] = i * 7 % 24;
  double guard[64] = {}, rate[12][5] = {}, after[64] = {};
  tally(rate, key.data(), n);
  show("rate", std::vector<double>(&rate[0][0], &rate[0][0] + 60));
  std::vector<double> out(n);
  gather(rate, key.data(), out.data(), n);
  show("out", out);
  show("guard", std::vector<double>(guard, guard + 64));
  show("after", std::vector<double>(after, after + 64));
  std::vector<double> storage(6 * 200);
  std::vector<int> to(150);
  for (int i = 0; i < 150; ++i) to[i] = (i * 37 + 5) % 200;
  scatter(reinterpret_cast<double(*)[3][2]>(storage.data()), to.data(), 150, 200);
  for (int i = 0; i < 100; ++i)
    for (int k = 0; k < 25; ++k) blocks[i][k / 5][k % 5] = i + k;
  ofBlocks();
  show("blocks", std::vector<double>(&blocks[0][0][0], &blocks[0][0][0] + 2500));
  std::vector<double> x(n), y(n);
  for (int i = 0; i < n; ++i) x[i] = 0.001 * i - 1;
  corners(x, y);
  show("corners", y);
  polynomials(x.data(), y.data(), n);
  show("polynomials", y);
  std::vector<int> v(n * 8), count(n), sums(n);
  for (int i = 0; i < n * 8; ++i) v[i] = i * 31 % 17;
  for (int i = 0; i < n; ++i) count[i] = i * 5 % 9;
  ragged(v, count, sums, n, 8);
  show("ragged", sums);
  backwards(v, count, sums, n);
  show("backwards", sums);
}
