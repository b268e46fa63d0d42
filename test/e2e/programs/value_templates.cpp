// Templates over values: one text, rewritten once, for instantiations that differ in numbers.
#include "show.h"

#include <array>

template <class T, int N>
[[clustrix::cluster]] void negate(T (&a)[N]) {
  for (int i = 0; i < N; i += 2) a[i] = -a[i];  // want: parallel
}

template <int Radius, class T>
[[clustrix::cluster]] void box(const std::vector<T>& in, std::vector<T>& out) {
  const int n = static_cast<int>(in.size());
  for (int i = Radius; i < n - Radius; ++i) {  // want: parallel
    T sum{};
    for (int k = -Radius; k <= Radius; ++k) sum += in[i + k];  // want: parallel
    out[i] = sum;
  }
}

template <class T, unsigned Width>
[[clustrix::cluster]] void columns(T* a, int n) {
  constexpr unsigned last = Width - 1;
  for (int i = 0; i < n; ++i)                                           // want: parallel
    for (unsigned k = 0; k < Width; ++k) a[i * Width + k] += k * last;  // want: parallel
}

template <int Shift>
[[clustrix::cluster]] void shifted(int* a, int n) {
  for (int i = Shift; i < n; ++i) a[i] += a[i - Shift];  // may: parallel
}

template <int N>
struct Block {
  int values[N];
  [[clustrix::cluster]] void number() {
    for (int i = 0; i < N; ++i) values[i] = 3 * i + N;  // want: parallel
  }
};

int main() {
  double d[10];
  float f[33];
  int k[7];
  for (int i = 0; i < 10; ++i) d[i] = i;
  for (int i = 0; i < 33; ++i) f[i] = static_cast<float>(i);
  for (int i = 0; i < 7; ++i) k[i] = i;
  negate(d);
  negate(f);
  negate(k);
  show("d", d, 10);
  show("f", f, 33);
  show("k", k, 7);
  std::vector<double> in(500, 0.5), out(500);
  box<1>(in, out);
  show("one", out.data(), 500);
  box<4>(in, out);
  show("four", out.data(), 500);
  std::vector<unsigned> u(700);
  std::vector<double> v(700);
  columns<unsigned, 7>(u.data(), 100);
  columns<double, 5>(v.data(), 140);
  show("u", u.data(), 700);
  show("v", v.data(), 700);
  std::vector<int> s(300, 1);
  shifted<0>(s.data(), 300);
  shifted<1>(s.data(), 300);
  shifted<7>(s.data(), 300);
  show("s", s.data(), 300);
  Block<4> small{};
  Block<99> large{};
  small.number();
  large.number();
  show("small", small.values, 4);
  show("large", large.values, 99);
}
