// The library's small functions and types inside loops.
#include "show.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cassert>
#include <complex>
#include <cstring>
#include <utility>

using Complex = std::complex<double>;

[[clustrix::cluster]]
void exchanges(double* a, double* b, double* c, int n) {
  for (int i = 0; i < n; ++i) {  // want: parallel
    std::swap(a[i], b[i]);
    c[i] = std::exchange(a[i], 0.5) + std::move(b[i]);
  }
}

[[clustrix::cluster]]
void products(Complex* a, const Complex* b, double* norms, int n) {
  for (int i = 0; i < n; ++i) {  // want: parallel
    a[i] = a[i] * b[i] + Complex(1, 2);
    norms[i] = a[i].real() * a[i].real() + a[i].imag() + std::norm(b[i]);
  }
}

[[clustrix::cluster]]
void containers(std::vector<int>& v, const std::vector<int>& w) {
  for (std::size_t i = 0; i < std::size(v); ++i) v[i] += std::as_const(w)[i];  // want: parallel
  for (long i = 0; i < std::ssize(w); ++i) v[i] *= 2;                          // want: parallel
}

[[clustrix::cluster]]
void chosen(double* a, int n) {
  for (int i = 0; i < n; ++i)  // want: parallel
    a[i] = std::clamp(std::min({a[i], 0.75, 0.9}), 0.25, 0.8);
}

[[clustrix::cluster]]
void bits(unsigned* a, const double* b, int n) {
  for (int i = 0; i < n; ++i) {  // want: parallel
    const auto word = std::bit_cast<std::uint64_t>(b[i]);
    std::uint64_t copy;
    std::memcpy(&copy, &b[i], sizeof copy);
    a[i] = static_cast<unsigned>(std::popcount(word)) + static_cast<unsigned>(copy >> 40);
  }
}

[[clustrix::cluster]]
void checked(int* a, int n) {
  for (int i = 0; i < n; ++i) {  // want: parallel
    assert(a[i] >= 0);
    a[i] += 1;
  }
}

[[clustrix::cluster]]
void local_types(int* a, int n) {
  using Number = long;
  for (int i = 0; i < n; ++i) {  // want: parallel
    struct Pair {
      Number first, second;
    };
    enum { Shift = 2 };
    static_assert(sizeof(Pair) >= 8);
    const Pair pair{a[i], Shift};
    const Number sum = pair.first + pair.second;
    a[i] = static_cast<int>(sum);
  }
}

// Trap: the copy reads what the iteration before has written.
[[clustrix::cluster]]
void copies_on(int* a, int n) {
  for (int i = 1; i < n; ++i) std::memcpy(&a[i], &a[i - 1], sizeof(int));  // want: serial
}

// Trap: neighbours are exchanged, so that the first value travels to the end.
[[clustrix::cluster]]
void travels(int* a, int n) {
  for (int i = 1; i < n; ++i) std::swap(a[i], a[i - 1]);  // want: serial
}

int main() {
  Random random(17);
  for (const int n : {0, 1, 10, 900}) {
    std::vector<double> a(n), b(n), c(n);
    random.fillUnit(a);
    random.fillUnit(b);
    exchanges(a.data(), b.data(), c.data(), n);
    chosen(c.data(), n);
    show("a", a.data(), n);
    show("b", b.data(), n);
    show("c", c.data(), n);
    std::vector<Complex> x(n, Complex(1, 0.5)), y(n, Complex(0.25, 2));
    products(x.data(), y.data(), a.data(), n);
    show("norms", a.data(), n);
    std::vector<int> v(n), w(n);
    std::vector<unsigned> u(n);
    random.fillBelow(v, 99);
    random.fillBelow(w, 99);
    containers(v, w);
    bits(u.data(), b.data(), n);
    show("bits", u.data(), n);
    checked(v.data(), n);
    local_types(v.data(), n);
    travels(v.data(), n);
    copies_on(w.data(), n);
    show("v", v.data(), n);
    show("w", w.data(), n);
  }
}
