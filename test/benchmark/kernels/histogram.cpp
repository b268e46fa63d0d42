// A histogram with many bins: sums of integers into a large array.
#include "clock.h"

#ifdef BENCHMARK_OPENMP
void count(const int* key, int n, int* bins, int m) {
#pragma omp parallel for schedule(static) reduction(+ : bins[:m])
  for (int i = 0; i < n; ++i) bins[key[i]] += 1;
}
#else
[[clustrix::cluster]]
void count(const int* key, int n, [[clustrix::extent(m)]] int* bins, int m) {
  for (int i = 0; i < n; ++i) bins[key[i]] += 1;
}
#endif

int main() {
  const int n = 8000000, m = 20000;
  std::vector<int> key(n), bins(m);
  unsigned random = 1;
  for (int& k : key) k = static_cast<int>((random = random * 1664525u + 1013904223u) >> 8) % m;
  measure(15, [&] { count(key.data(), n, bins.data(), m); });
  double check = 0;
  for (int j = 0; j < m; ++j) check += static_cast<double>(bins[static_cast<std::size_t>(j)]) * (j % 7);
  std::printf("check %#.12g\n", check);
}
