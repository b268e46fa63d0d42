// Arrays that iterations combine into, an operator a function: bins, columns, and what stands beside them.
#include <algorithm>

#include "digest.h"

[[clustrix::cluster]] void counts(const int* key, int n, std::vector<int>& bins) {
  for (int i = 0; i < n; ++i) bins[key[i] & 15] += 1;
}
[[clustrix::cluster]] void sums(const int* key, const double* w, int n, std::vector<double>& bins) {
  for (int i = 0; i < n; ++i) bins[key[i] & 15] += w[i];
}
[[clustrix::cluster]] void products(const int* key, int n, std::vector<unsigned>& bins) {
  for (int i = 0; i < n; ++i) bins[key[i] & 15] *= static_cast<unsigned>(key[i]) | 1u;
}
[[clustrix::cluster]] void lows(const int* key, const double* w, int n, std::vector<double>& bins) {
  for (int i = 0; i < n; ++i) bins[key[i] & 15] = std::min(bins[key[i] & 15], w[i]);
}
[[clustrix::cluster]] void highs(const int* key, int n, std::vector<int>& bins) {
  for (int i = 0; i < n; ++i)
    if (key[i] > bins[key[i] & 15]) bins[key[i] & 15] = key[i];
}
[[clustrix::cluster]] void ands(const int* key, int n, std::vector<unsigned>& bins) {
  for (int i = 0; i < n; ++i) bins[key[i] & 15] &= static_cast<unsigned>(key[i]) | 0xf0u;
}
[[clustrix::cluster]] void ors(const int* key, int n, std::vector<unsigned>& bins) {
  for (int i = 0; i < n; ++i) bins[key[i] & 15] |= static_cast<unsigned>(key[i]) & 0xff0u;
}
[[clustrix::cluster]] void xors(const int* key, int n, std::vector<unsigned>& bins) {
  for (int i = 0; i < n; ++i) bins[key[i] & 15] ^= static_cast<unsigned>(key[i]);
}
[[clustrix::cluster]] void of_columns(const double* a, double* c, int n, int m) {
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j) c[j] += a[i * m + j];
}
[[clustrix::cluster]] void of_pairs(const double* x, double (*c)[4], int n) {
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < 4; ++j)
      for (int k = 0; k < 4; ++k) c[j][k] += x[i * 4 + j] * x[i * 4 + k];
}
[[clustrix::cluster]] double and_more(const int* key, const double* w, int n, std::vector<int>& count,
                                      std::vector<double>& most) {
  double total = 0;
  for (int i = 0; i < n; ++i) {
    count[key[i] & 15] += 1;
    if (w[i] > most[key[i] & 7]) most[key[i] & 7] = w[i];
    total += w[i];
  }
  return total;
}

int main() {
  const int n = 8000;
  const std::vector<int> key = integers(n, 4096, 8);
  const std::vector<double> w = quarters(n, 9);
  std::vector<int> bins(16, 2);
  std::vector<double> reals(16, 1), cells(16, 0.5), most(8, -1e9);
  std::vector<unsigned> words(16, 0xffffu);
  counts(key.data(), n, bins);
  show("counts", bins);
  sums(key.data(), w.data(), n, reals);
  show("sums", reals);
  products(key.data(), n, words);
  show("products", words);
  lows(key.data(), w.data(), n, reals);
  show("lows", reals);
  highs(key.data(), n, bins);
  show("highs", bins);
  ands(key.data(), n, words);
  show("ands", words);
  ors(key.data(), n, words);
  show("ors", words);
  xors(key.data(), n, words);
  show("xors", words);
  of_columns(w.data(), reals.data(), n / 16, 16);
  show("of_columns", reals);
  of_pairs(w.data(), reinterpret_cast<double(*)[4]>(cells.data()), n / 4);
  show("of_pairs", cells);
  show("and_more", and_more(key.data(), w.data(), n, bins, most));
  show("and_more", bins);
  show("most", most);
}
