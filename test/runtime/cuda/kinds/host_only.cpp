// Loops for the host's threads alone: rows that lie apart, in the host's memory, and kernels that call what has no
// version for devices. No device runs them, whatever their kind.
#include "digest.h"

using Rows = std::vector<std::vector<double>>;

[[clustrix::cluster]] void shifted(Rows& a, const Rows& b, int n, int m) {
  for (int i = 1; i < n; ++i)
    for (int j = 0; j < m; ++j) a[i][j] = b[i - 1][j] * 0.5 + 1;
}
[[clustrix::cluster]] void scaled(double** rows, int n, int m) {
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j) rows[i][j] *= 2;
}

// A lambda that the function is given.
template <class F>
[[clustrix::cluster]] void mapped(const std::vector<int>& a, std::vector<int>& b, F f) {
  for (std::size_t i = 0; i < b.size(); ++i) b[i] = f(a[i]);
}
template <class F>
[[clustrix::cluster]] int summed(const std::vector<int>& a, F f) {
  int s = 0;
  for (std::size_t i = 0; i < a.size(); ++i) s += f(a[i]);
  return s;
}
template <class F>
[[clustrix::cluster]] void counted(const std::vector<int>& a, std::vector<int>& bins, F f) {
  for (std::size_t i = 0; i < a.size(); ++i) bins[f(a[i]) & 15] += 1;
}
template <class F>
[[clustrix::cluster]] void running(const std::vector<int>& a, std::vector<int>& b, F f) {
  int s = 0;
  for (std::size_t i = 0; i < a.size(); ++i) {
    s += f(a[i]);
    b[i] = s;
  }
}
template <class F>
[[clustrix::cluster]] int packed(const std::vector<int>& a, std::vector<int>& b, F f) {
  int k = 0;
  for (std::size_t i = 0; i < a.size(); ++i)
    if (f(a[i]) % 3 == 0) b[k++] = a[i];
  return k;
}
template <class F>
[[clustrix::cluster]] int first(const std::vector<int>& a, F f) {
  for (std::size_t i = 0; i < a.size(); ++i)
    if (f(a[i]) == 7) return static_cast<int>(i);
  return -1;
}

int main() {
  const int n = 60, m = 150;
  Rows a(n, std::vector<double>(m, 1)), b;
  for (int i = 0; i < n; ++i) b.push_back(quarters(m, 20u + static_cast<unsigned>(i)));
  shifted(a, b, n, m);
  std::vector<double*> rows;
  for (std::vector<double>& row : a) rows.push_back(row.data());
  scaled(rows.data(), n, m);
  std::vector<double> all;
  for (const std::vector<double>& row : a) all.insert(all.end(), row.begin(), row.end());
  show("in_place", all);

  const std::vector<int> x = integers(5000, 1 << 16, 21);
  std::vector<int> y(x.size(), -1), bins(16, 0);
  const int key = 12;
  const auto given = [key](int value) { return value % 1009 + key; };
  mapped(x, y, given);
  show("mapped", y);
  show("summed", summed(x, given));
  counted(x, bins, given);
  show("counted", bins);
  running(x, y, given);
  show("running", y);
  show("packed", packed(x, y, given));
  show("packed", y);
  show("first", first(x, given) + 2.0 * first(y, given));
}
