#include <utility>
#include <vector>

[[clustrix::cluster]] void steps(double* a, double* b, int n, int m) {
  for (int t = 0; t < m; ++t) {
    for (int i = 1; i < n - 1; ++i)
      for (int j = 0; j < 4; ++j)
        b[4 * i + j] =
            a[4 * i + j] + a[4 * i - 4 + j] + a[4 * i + 4 + j];
    std::swap(a, b);
  }
}
int unknown(int i), other(int i);
[[clustrix::cluster]] void calls(int* a, int n) {  for (int k = 0; k < n; ++k)
    for (int i = 0; i < n; ++i)
      a[k] += unknown(i) + other(i);
}
struct Item {
  double x[3];
};
[[clustrix::cluster]] void collect(std::vector<std::vector<Item>>& all, int n) {
  for (int i = 0; i < n; ++i)
    all[i % 3].push_back({});
}
