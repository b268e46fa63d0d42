// Bit-fields in places where compilers disagree about the type: `c ? f.mid : k` is an `int` by the standard, for Clang
// and for nvcc, and an `unsigned int` for GCC; what `f.mid++` gives is promoted by GCC and nvcc, and not by Clang.
// Devices leave such loops alone.
#include "show.h"

#include <vector>

struct Flags {
  unsigned low : 5;
  unsigned mid : 7;
  int level : 6;
  unsigned full : 32;
  unsigned long wide : 20;
};

[[clustrix::cluster]]
void chosen(std::vector<int>& a, std::vector<long>& b, const Flags* flags, int n, int k) {
  for (int i = 0; i < n; ++i) a[i] = (a[i] * (flags[i].mid != 3 ? k : flags[i].mid)) % 1024;
  for (int i = 0; i < n; ++i) b[i] = (i % 3 == 0 ? flags[i].mid : -5);
  for (int i = 0; i < n; ++i) b[i] += (i % 3 == 0 ? (flags[i].wide) : i) / 7 - 9;
  for (int i = 0; i < n; ++i) a[i] += (a[i] > 3 ? flags[i].low : flags[i].level) > -1 ? 1 : 2;
}

[[clustrix::cluster]]
void agreed(std::vector<int>& a, std::vector<long>& b, const Flags* flags, int n, int k) {
  for (int i = 0; i < n; ++i) a[i] += (a[i] * (flags[i].mid != 3 ? k : +flags[i].mid)) % 1024;  // want: parallel
  for (int i = 0; i < n; ++i) b[i] += (i % 3 == 0 ? int(flags[i].mid) : -5);                    // want: parallel
  for (int i = 0; i < n; ++i) b[i] += (i % 3 == 0 ? flags[i].full : -5);                        // want: parallel
  for (int i = 0; i < n; ++i) a[i] += (i % 3 == 0 ? flags[i].mid : flags[i].mid) - 200 > 0;     // want: parallel
}

[[clustrix::cluster]]
void stepped(std::vector<int>& a, Flags* flags, int n) {
  for (int i = 0; i < n; ++i) a[i] += (flags[i].low++ - 20) / 3;
  for (int i = 0; i < n; ++i) a[i] += (++flags[i].mid - 20) / 3;
  for (int i = 0; i < n; ++i) flags[i].mid++;
}

struct Owner {
  unsigned from : 4;
  int n : 20;

  [[clustrix::cluster]]
  void begin(std::vector<int>& a, int k) const {
    for (int i = 0; i < n; ++i) a[i] += (k > 2 ? from : k) + i;
    for (int i = (k > 2 ? from : k); i < n; ++i) a[i] -= i;
  }
};

int main() {
  constexpr int n = 500;
  std::vector<int> a(n);
  std::vector<long> b(n);
  std::vector<Flags> flags(n);
  for (int i = 0; i < n; ++i) {
    a[i] = i * 37 % 991 - 400;
    flags[i] = {unsigned(i % 32), unsigned(i * 7 % 128), i % 31 - 15, unsigned(i) * 77777777u,
                (unsigned long)i * 13 % 999};
  }
  chosen(a, b, flags.data(), n, -7);
  show("chosen", a);
  show("chosen.b", b);
  agreed(a, b, flags.data(), n, -7);
  show("agreed", a);
  show("agreed.b", b);
  stepped(a, flags.data(), n);
  show("stepped", a);
  Owner{5, n}.begin(a, 4);
  Owner{5, n}.begin(a, 1);
  show("Owner", a);
}
