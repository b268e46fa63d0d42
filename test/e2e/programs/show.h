// Data and output of the end-to-end programs: every run of a program prints the same lines, on any machine.
//
// `show` prints an array as a hash, sixteen block sums and three elements, `put` prints one value. Floating-point
// values always carry a point, so that the runner can tell them from integers, which have to agree exactly.
#pragma once

#include <cmath>
#include <cstdint>
#include <cstdio>
#include <type_traits>
#include <vector>

/// A linear congruential generator (Knuth's MMIX constants), the upper 32 bits of each state.
class Random {
public:
  explicit Random(std::uint64_t seed) : state_(seed) {}

  std::uint32_t bits() {
    state_ = state_ * 6364136223846793005ULL + 1442695040888963407ULL;
    return static_cast<std::uint32_t>(state_ >> 32);
  }
  int below(int limit) { return static_cast<int>(bits() % static_cast<std::uint32_t>(limit)); }
  double unit() { return bits() * (1.0 / 4294967296.0); }
  /// Multiples of 1/1024 below one: sums of a million of them are exact in any order.
  double coarse() { return (bits() >> 22) * (1.0 / 1024); }

  template <class Container> void fillUnit(Container& values) {
    for (auto& value : values) value = static_cast<std::decay_t<decltype(value)>>(unit());
  }
  template <class Container> void fillBelow(Container& values, int limit) {
    for (auto& value : values) value = static_cast<std::decay_t<decltype(value)>>(below(limit));
  }

private:
  std::uint64_t state_;
};

template <class T> void put(const char* name, T value) {
  if constexpr (std::is_floating_point_v<T>)
    std::printf("%s %#.9g\n", name, static_cast<double>(value));
  else if constexpr (std::is_unsigned_v<T>)
    std::printf("%s %llu\n", name, static_cast<unsigned long long>(value));
  else
    std::printf("%s %lld\n", name, static_cast<long long>(value));
}

/// What is hashed: integers as they are, floating-point values rounded to about four digits behind the point.
template <class T> std::uint64_t rounded(T value) {
  if constexpr (std::is_integral_v<T>)
    return static_cast<std::uint64_t>(value);
  else
    return static_cast<std::uint64_t>(std::llround(static_cast<double>(value) * 4099.37));
}

template <class T> void show(const char* name, const T* values, long long count) {
  std::uint64_t hash = 1469598103934665603ULL;
  for (long long i = 0; i < count; ++i) hash = (hash ^ rounded(values[i])) * 1099511628211ULL;
  std::printf("%s.hash %llu\n", name, static_cast<unsigned long long>(hash));
  if constexpr (std::is_floating_point_v<T>) {
    const long long block = count / 16 + 1;
    for (long long begin = 0; begin < count; begin += block) {
      double sum = 0;
      for (long long i = begin; i < count && i < begin + block; ++i)
        sum += static_cast<double>(values[i]) * static_cast<double>(i % 13 + 1);
      std::printf("%s.sum@%lld %#.9g\n", name, begin, sum);
    }
  }
  for (const long long i : {0LL, count / 2, count - 1}) {
    if (i < 0 || i >= count) continue;
    std::printf("%s[%lld] ", name, i);
    if constexpr (std::is_floating_point_v<T>)
      std::printf("%#.9g\n", static_cast<double>(values[i]));
    else
      std::printf("%lld\n", static_cast<long long>(values[i]));
  }
}

template <class T> void show(const char* name, const std::vector<T>& values) {
  show(name, values.data(), static_cast<long long>(values.size()));
}
