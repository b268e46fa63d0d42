// Logical and bitwise reductions, and flags that any iteration may raise.
#include "show.h"

[[clustrix::cluster]]
std::uint64_t masks(const std::uint64_t* a, int n, std::uint64_t& every, std::uint64_t& parity) {
  std::uint64_t some = 0;
  every = ~0ULL;
  parity = 5;
  for (int i = 0; i < n; ++i) {  // want: parallel
    some |= a[i];
    every &= a[i] | 0xff00ff00ff00ff00ULL;
    parity ^= a[i] * 3;
  }
  return some;
}

[[clustrix::cluster]]
bool all_below(const int* a, int n, int limit) {
  bool all = true;
  for (int i = 0; i < n; ++i)  // want: parallel
    all = all && a[i] < limit;
  return all;
}

[[clustrix::cluster]]
bool any_equal(const int* a, int n, int key) {
  bool any = false;
  for (int i = 0; i < n; ++i)  // want: parallel
    any = any || a[i] == key;
  return any;
}

[[clustrix::cluster]]
bool flag(const int* a, int n, int key) {
  bool seen = false;
  for (int i = 0; i < n; ++i)  // may: parallel
    if (a[i] == key) seen = true;
  return seen;
}

[[clustrix::cluster]]
int bits(const int* a, int n) {
  int all = -1, odd = 0;
  for (int i = 0; i < n; ++i) {  // want: parallel
    all = all & a[i];
    odd ^= a[i];
  }
  return all + odd;
}

int main() {
  Random random(30);
  const int n = 30011;
  std::vector<std::uint64_t> m(n);
  for (auto& x : m) x = (static_cast<std::uint64_t>(random.bits()) << 20) | 12;
  std::uint64_t every = 0, parity = 0;
  put("some", masks(m.data(), n, every, parity));
  put("every", every);
  put("parity", parity);
  put("some_none", masks(m.data(), 0, every, parity));
  put("every_none", every);
  std::vector<int> a(n);
  random.fillBelow(a, 5000);
  a[777] = 5000;
  put("below", all_below(a.data(), n, 5000));
  put("below_more", all_below(a.data(), n, 5001));
  put("below_none", all_below(a.data(), 0, -1));
  put("equal", any_equal(a.data(), n, 5000));
  put("equal_not", any_equal(a.data(), n, 6000));
  put("flag", flag(a.data(), n, 5000));
  put("flag_not", flag(a.data(), n, -1));
  put("bits", bits(a.data(), n));
}
