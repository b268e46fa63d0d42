// What the programs of this folder print of their results: exact numbers alone, so that the original, compiled without
// the tool, prints the same lines. Sums are of integers and of multiples of 1/4, exact in whatever order.
#pragma once

#include <cstddef>
#include <cstdio>
#include <vector>

/// Numbers that look random, the same everywhere: [0, 2^24).
class Numbers {
 public:
  explicit Numbers(unsigned seed) : state_(seed) {}
  int next() { return static_cast<int>((state_ = state_ * 1664525u + 1013904223u) >> 8); }
  int below(int limit) { return next() % limit; }
  /// Multiples of 1/4 in [-64, 64).
  double quarter() { return 0.25 * below(512) - 64; }

 private:
  unsigned state_;
};

inline std::vector<int> integers(int size, int limit, unsigned seed) {
  Numbers numbers(seed);
  std::vector<int> all(static_cast<std::size_t>(size));
  for (int& one : all) one = numbers.below(limit);
  return all;
}
inline std::vector<double> quarters(int size, unsigned seed) {
  Numbers numbers(seed);
  std::vector<double> all(static_cast<std::size_t>(size));
  for (double& one : all) one = numbers.quarter();
  return all;
}

inline void show(const char* name, double value) { std::printf("%s %.17g\n", name, value); }

/// The number of values, and a sum that tells where each of them is.
template <class T>
void show(const char* name, const std::vector<T>& values) {
  double sum = 0;
  for (std::size_t k = 0; k < values.size(); ++k)
    sum += static_cast<double>(values[k]) * static_cast<double>(k * 7 % 101 + 1);
  std::printf("%s %zu %.17g\n", name, values.size(), sum);
}
