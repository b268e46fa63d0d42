// What the benchmark's programs share: sizes from the command line, inputs, and a digest of the outputs.
//
//     matmul 512 3   ->   argument(argc, argv, 1, 64) == 512, three repeats   ->   c sum 3.3e+07 weighted 1.6e+09 ...
#pragma once

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <type_traits>

/// The size at `position` of the command line, or `otherwise` where there are fewer.
inline long argument(int argc, char** argv, int position, long otherwise) {
  return position < argc ? std::strtol(argv[position], nullptr, 10) : otherwise;
}

/// `for (long r : Repeats(n))` runs its body `n` times, and prints `seconds FIRST BEST` of them on standard error.
class Repeats {
 public:
  explicit Repeats(long count) : count_(count) {}
  Repeats(const Repeats&) = delete;
  ~Repeats() { std::fprintf(stderr, "seconds %.9f %.9f\n", first_, best_); }

  class Iterator {
   public:
    Iterator(Repeats& of, long at) : of_(of), at_(at) {}
    bool operator!=(const Iterator& other) const { return at_ != other.at_; }
    long operator*() const { return at_; }
    void operator++() { of_.record(at_++); }

   private:
    Repeats& of_;
    long at_;
  };
  Iterator begin() { return begin_ = Clock::now(), Iterator(*this, 0); }
  Iterator end() { return Iterator(*this, count_); }

 private:
  using Clock = std::chrono::steady_clock;
  void record(long at) {
    const Clock::time_point now = Clock::now();
    const double seconds = std::chrono::duration<double>(now - begin_).count();
    best_ = at == 0 ? seconds : std::min(best_, seconds);
    if (at == 0) first_ = seconds;
    begin_ = now;
  }
  const long count_;
  Clock::time_point begin_;
  double first_ = 0;
  double best_ = 0;
};

/// A number in [0, 1) that looks random: the same for the same `i` everywhere. The mixer of splitmix64.
inline double noise(unsigned long i) {
  unsigned long z = (i + 1) * 0x9e3779b97f4a7c15UL;
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9UL;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebUL;
  return static_cast<double>((z ^ (z >> 31)) >> 11) * 0x1p-53;
}

/// A hash of the values' bits (FNV-1a).
template <class T>
unsigned long hashOf(const T* values, long count) {
  unsigned long hash = 0xcbf29ce484222325UL;
  const auto* bytes = reinterpret_cast<const unsigned char*>(values);
  for (unsigned long b = 0; b < static_cast<unsigned long>(count) * sizeof(T); ++b)
    hash = (hash ^ bytes[b]) * 0x100000001b3UL;
  return hash;
}

/// Prints a digest that changes when values change or swap places: the weights are 1 to 97, again and again.
/// Whole numbers print exactly (sums wrap at 2^64), others with nine digits and an exponent. With SHOW_BITS in the
/// environment, a hash of all bits instead.
template <class T>
void show(const char* name, const T* values, long count) {
  using Sum = std::conditional_t<std::is_integral_v<T>, unsigned long, double>;
  if (std::getenv("SHOW_BITS")) {
    std::printf("%s bits %016lx\n", name, hashOf(values, count));
    return;
  }
  Sum sum = 0;
  Sum weighted = 0;
  for (long i = 0; i < count; ++i) {
    sum += static_cast<Sum>(values[i]);
    weighted += static_cast<Sum>(values[i]) * static_cast<Sum>(i % 97 + 1);
  }
  if constexpr (std::is_integral_v<T>)
    std::printf("%s sum %ld weighted %ld first %ld last %ld\n", name, static_cast<long>(sum),
                static_cast<long>(weighted), static_cast<long>(values[0]), static_cast<long>(values[count - 1]));
  else
    std::printf("%s sum %.8e weighted %.8e first %.8e last %.8e\n", name, sum, weighted, static_cast<double>(values[0]),
                static_cast<double>(values[count - 1]));
}
