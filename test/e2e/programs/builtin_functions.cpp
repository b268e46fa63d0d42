// Builtins of the compiler in kernels, called by name and behind the library's functions of bits: nvcc has some of them
// for a device, and leaves others out of the library's functions without a word.
#include "show.h"

#include <bit>
#include <numeric>

[[clustrix::cluster]] void roots(double* x, int n) {
  for (int i = 0; i < n; ++i) x[i] = __builtin_sqrt(x[i]) + __builtin_fabs(x[i]);  // want: parallel
}

[[clustrix::cluster]] void bits(unsigned* x, int n) {
  for (int i = 0; i < n; ++i)  // want: parallel
    x[i] = __builtin_popcount(x[i]) + __builtin_clz(x[i] | 1) * 100 + __builtin_ctz(x[i] | 8) * 10000;
}

[[clustrix::cluster]] void longBits(unsigned long long* x, int n) {
  for (int i = 0; i < n; ++i)  // want: parallel
    x[i] = __builtin_popcountll(x[i]) + __builtin_bswap64(x[i]) + __builtin_parityll(x[i]) + __builtin_clzll(x[i] | 1);
}

[[clustrix::cluster]] void libraryBits(unsigned* x, unsigned long* y, int n) {
  for (int i = 0; i < n; ++i) {  // want: parallel
    x[i] = std::popcount(x[i]) + std::countr_zero(x[i]) * 64 + std::countl_zero(x[i]) * 4096 + std::gcd(x[i], 360u);
    y[i] = std::popcount(y[i]) + std::countr_zero(y[i] | 4096) * 100 + std::bit_floor(y[i]);
  }
}

int main() {
  constexpr int n = 1000;
  Random random(3);
  std::vector<double> x(n);
  std::vector<unsigned> u(n), v(n);
  std::vector<unsigned long long> l(n);
  std::vector<unsigned long> y(n);
  random.fillUnit(x);
  for (int i = 0; i < n; ++i) {
    u[i] = random.bits() >> i % 32, v[i] = random.bits() << i % 20;
    l[i] = static_cast<unsigned long long>(random.bits()) << 32 | random.bits();
    y[i] = static_cast<unsigned long>(random.bits()) << i % 32;
  }
  roots(x.data(), n);
  show("roots", x.data(), n);
  bits(u.data(), n);
  show("bits", u.data(), n);
  longBits(l.data(), n);
  show("longBits", l.data(), n);
  libraryBits(v.data(), y.data(), n);
  show("libraryBits", v.data(), n);
  show("libraryBits.long", y.data(), n);
  bits(u.data(), 0);
  bits(u.data(), 2);
  show("two", u.data(), 2);
}
