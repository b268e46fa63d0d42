// Loops that are left early, and algorithms that stop: the first iteration that leaves is found on the devices.
#include <algorithm>

#include "digest.h"

[[clustrix::cluster]] int first(const std::vector<int>& a, int key) {
  for (std::size_t i = 0; i < a.size(); ++i)
    if (a[i] == key) return static_cast<int>(i);
  return -1;
}
[[clustrix::cluster]] int with_break(const std::vector<double>& x, double limit, double& value) {
  int at = -1;
  for (int i = 0; i < static_cast<int>(x.size()); ++i)
    if (x[i] > limit) {
      at = i;
      value = x[i];
      break;
    }
  return at;
}
[[clustrix::cluster]] bool same(const std::vector<int>& a, const std::vector<int>& b) {
  if (a.size() != b.size()) return false;
  for (std::size_t i = 0; i < a.size(); ++i)
    if (a[i] != b[i]) return false;
  return true;
}
[[clustrix::cluster]] int backwards([[clustrix::extent(n)]] const int* a, int n, int key) {
  for (int i = n; i-- > 0;)
    if (a[i] == key) return i;
  return -1;
}
[[clustrix::cluster]] int row_with(const std::vector<int>& a, int rows, int columns, int key) {
  int row = -1;
  for (int r = 0; r < rows; ++r) {
    int hits = 0;
    for (int c = 0; c < columns; ++c)
      if (a[r * columns + c] == key) ++hits;
    if (hits > 0) {
      row = r;
      break;
    }
  }
  return row;
}
[[clustrix::cluster]] long by_find(const std::vector<int>& a, int key) {
  return std::find(a.begin(), a.end(), key) - a.begin();
}
[[clustrix::cluster]] bool by_any_of(const std::vector<int>& a, int limit) {
  return std::any_of(a.begin(), a.end(), [limit](int x) { return x > limit; });
}
[[clustrix::cluster]] bool by_all_of(const std::vector<int>& a, int limit) {
  return std::all_of(a.begin(), a.end(), [limit](int x) { return x < limit; });
}

int main() {
  const int n = 9000;
  std::vector<int> a = integers(n, 1 << 20, 14), b = a;
  const std::vector<double> x = quarters(n, 15);
  a[n - 100] = b[n - 100] = 1 << 21;
  a[300] = b[300] = 1 << 22;
  show("first", first(a, 1 << 21) + 2.0 * first(a, -5));
  double value = 0;
  show("with_break", with_break(x, 63.5, value) + 3.0 * with_break(x, 100, value));
  show("value", value);
  show("same", same(a, b));
  b[n - 3] += 1;
  show("same", same(a, b));
  show("backwards", backwards(a.data(), n, 1 << 22) + 2.0 * backwards(a.data(), n, -5));
  show("row_with", row_with(a, n / 20, 20, 1 << 21));
  show("by_find", static_cast<double>(by_find(a, 1 << 21)));
  show("by_any_of", by_any_of(a, 1 << 21) + 2 * by_any_of(a, 1 << 23));
  show("by_all_of", by_all_of(a, 1 << 21) + 2 * by_all_of(a, 1 << 23));
}
