// A counter-based generator of random numbers: what it gives depends on its seed, its stream and how many numbers came
// before, and on nothing else.
//
//     for (int i = 0; i < n; ++i) {
//       clustrix::philox random(seed, i);                 a stream of its own for each iteration
//       x[i] = start[i] + 0.1 * random.normal();          the same for any number of devices, and on none
//     }
//
// Philox4x32 with ten rounds: J. K. Salmon, M. A. Moraes, R. O. Dror and D. E. Shaw, "Parallel random numbers: as easy
// as 1, 2, 3", SC 2011. It passes the BigCrush tests, needs no table and no state but a counter, and has 2^64 streams
// of 2^64 numbers for each seed.
#pragma once

#include <cmath>
#include <cstdint>

#include "clustrix/configure.h"

namespace clustrix {

/// Four numbers of 32 bits.
struct PhiloxBlock {
  std::uint32_t a, b, c, d;
};

CLUSTRIX_HD inline std::uint32_t philoxLow(std::uint64_t number) { return static_cast<std::uint32_t>(number); }
CLUSTRIX_HD inline std::uint32_t philoxHigh(std::uint64_t number) { return static_cast<std::uint32_t>(number >> 32); }

/// Ten rounds over a counter of 128 bits, the first argument's below the second's.
CLUSTRIX_HD inline PhiloxBlock philoxBlock(std::uint64_t below, std::uint64_t above, std::uint64_t key) {
  PhiloxBlock block{philoxLow(below), philoxHigh(below), philoxLow(above), philoxHigh(above)};
  std::uint32_t left = philoxLow(key), right = philoxHigh(key);
  for (int round = 0; round < 10; ++round) {
    const std::uint64_t first = std::uint64_t{0xD2511F53} * block.a, second = std::uint64_t{0xCD9E8D57} * block.c;
    block = {philoxHigh(second) ^ block.b ^ left, philoxLow(second), philoxHigh(first) ^ block.d ^ right,
             philoxLow(first)};
    left += 0x9E3779B9;
    right += 0xBB67AE85;
  }
  return block;
}

/// A random number engine as the standard library has them: `std::normal_distribution<double>()(random)`. Distributions
/// of the standard library are the host's, and differ from one library to the next; `uniform` and `normal` are the same
/// everywhere, but for the last bits of the logarithm and the cosine in `normal`.
class philox {
 public:
  using result_type = std::uint32_t;

  CLUSTRIX_HD explicit philox(std::uint64_t seed = 0, std::uint64_t stream = 0) : key_(seed), stream_(stream) {}

  static constexpr result_type min() { return 0; }
  static constexpr result_type max() { return 0xffffffffu; }

  CLUSTRIX_HD result_type operator()() {
    if (drawn_ % 4 == 0 || !filled_) block_ = philoxBlock(drawn_ / 4, stream_, key_);
    filled_ = true;
    const std::uint64_t place = drawn_++ % 4;
    return place == 0 ? block_.a : place == 1 ? block_.b : place == 2 ? block_.c : block_.d;
  }

  /// As if so many numbers had been drawn, at once.
  CLUSTRIX_HD void discard(std::uint64_t numbers) {
    drawn_ += numbers;
    filled_ = false;
  }

  /// In [0, 1), a multiple of 2^-53; of two numbers.
  CLUSTRIX_HD double uniform() {
    const std::uint64_t high = (*this)() >> 5, low = (*this)() >> 6;
    return static_cast<double>(high * 67108864 + low) * (1.0 / 9007199254740992.0);
  }

  /// Of the standard normal distribution, by Box and Muller; of four numbers.
  CLUSTRIX_HD double normal() {
    const double radius = uniform(), angle = uniform();
    return std::sqrt(-2.0 * std::log(1.0 - radius)) * std::cos(6.283185307179586 * angle);
  }

  friend bool operator==(const philox& left, const philox& right) {
    return left.key_ == right.key_ && left.stream_ == right.stream_ && left.drawn_ == right.drawn_;
  }
  friend bool operator!=(const philox& left, const philox& right) { return !(left == right); }

 private:
  std::uint64_t key_, stream_, drawn_ = 0;
  bool filled_ = false;  // the block is that of the next number
  PhiloxBlock block_{};
};

}  // namespace clustrix
