// Complex numbers in kernels, to the bit: operators, compound assignment, real operands, conversions, parts, and what
// products and quotients make of zeros, infinities and NaN; in elements, members, locals, helpers, templates and sums.
// unverified on devices: the bytes of a complex number are compared, and a NaN has another sign there
#include "show.h"

#include <complex>
#include <cstring>
#include <limits>

using Complex = std::complex<double>;
using Single = std::complex<float>;

[[clustrix::cluster]] void operate(const Complex* a, const Complex* b, Complex* out, int n) {
  for (int i = 0; i < n; ++i)  // want: parallel
    out[i] = a[i] * b[i] + b[i] / 3.0 - Complex(0.5, 1) / a[i] + -a[i] * 2.0 - (1.5 - b[i]);
}

[[clustrix::cluster]] void quotients(const Complex* a, const Complex* b, Complex* products, Complex* ratios, int n) {
  for (int i = 0; i < n; ++i) {  // want: parallel
    products[i] = a[i] * b[i];
    ratios[i] = a[i] / b[i];
  }
}

[[clustrix::cluster]] void singles(const Single* a, const Single* b, Single* products, Single* ratios, int n) {
  for (int i = 0; i < n; ++i) {  // want: parallel
    products[i] = a[i] * b[i];
    ratios[i] = a[i] / b[i];
  }
}

[[clustrix::cluster]] void compound(Complex* a, const Complex* b, const double* x, const Single* f, int n) {
  for (int i = 0; i < n; ++i) {  // want: parallel
    Complex z = b[i];
    z += a[i];
    z -= x[i];
    z *= b[i];
    z /= x[i] + 2;
    z += f[i];
    z *= 1.25;
    z /= Complex(x[i], 3);
    z -= b[i];
    z += 1.0;
    a[i] = z;
  }
}

[[clustrix::cluster]] void parts(Complex* a, const double* x, Single* f, int n) {
  for (int i = 0; i < n; ++i) {  // want: parallel
    a[i].real(a[i].imag() + 1);
    a[i].imag(x[i] * a[i].real());
    f[i] = Single(a[i]);
    if (a[i] == x[i] || f[i] != Single(1, 2)) a[i] = x[i];
    if (i % 3 == 0) a[i] = f[i];
    if (i % 7 == 0) a[i] = {x[i], -x[i]};
  }
}

struct State {
  Complex amplitude;
  double weight;
  Single phase[2];
};

Complex turned(const Complex& z, double by) { return z * Complex(by, -by); }
template <class T> std::complex<T> mixed(std::complex<T> a, T t) { return (T(1) - t) * a + t * std::conj(a); }
struct Mover {
  Complex shift;
  Complex operator()(Complex z) const { return z + shift; }
};

[[clustrix::cluster(complexity_threshold = 5)]] void step(State* states, Complex shift, double t, int n) {
  const Mover move{shift};
  for (int i = 0; i < n; ++i) {  // want: parallel
    State s = states[i];
    const auto scaled = [t](Complex z) { return z * t; };
    s.amplitude = turned(move(s.amplitude), s.weight) + scaled(s.amplitude);
    s.amplitude = mixed(s.amplitude, t);
    s.phase[0] = mixed(s.phase[1], 0.25f);
    s.weight = std::norm(s.amplitude) + std::real(s.amplitude) - std::imag(s.amplitude);
    states[i] = s;
  }
}

[[clustrix::cluster]] Complex dot(const Complex* a, const Complex* b, int n) {
  Complex sum = 0;
  for (int i = 0; i < n; ++i) sum += std::conj(a[i]) * b[i];  // want: parallel
  return sum;
}

template <class T> [[clustrix::cluster]] void horner(const std::complex<T>* c, std::complex<T>* at, int n) {
  for (int i = 0; i < n; ++i) {  // want: parallel
    std::complex<T> z = at[i], value = c[0];
    for (int k = 1; k < 6; ++k) value = value * z + c[k];
    at[i] = value / z;
  }
}

[[clustrix::cluster]] void widest(std::complex<long double>* a, int n) {
  for (int i = 0; i < n; ++i) a[i] = a[i] * a[i] + 1.0L;  // want: parallel
}

// NaN is one, whatever its bits.
template <class T> void bits(const char* name, const std::vector<std::complex<T>>& values) {
  std::vector<long long> all;
  for (const std::complex<T>& z : values)
    for (const T part : {z.real(), z.imag()}) {
      long long one = 0;
      if (part == part) std::memcpy(&one, &part, sizeof part);
      all.push_back(part == part ? one : -1);
    }
  show(name, all.data(), static_cast<long long>(all.size()));
}

template <class T> std::vector<std::complex<T>> special() {
  const T big = std::numeric_limits<T>::max(), tiny = std::numeric_limits<T>::denorm_min();
  const T infinity = std::numeric_limits<T>::infinity(), nan = std::numeric_limits<T>::quiet_NaN();
  const T all[] = {0, -T(0), 1, T(-2.5), big, -big / 3, tiny, std::numeric_limits<T>::min(), infinity, -infinity, nan};
  std::vector<std::complex<T>> values;
  for (const T x : all)
    for (const T y : all) values.push_back({x, y});
  return values;
}

int main() {
  constexpr int n = 3000;
  Random random(11);
  std::vector<Complex> a(n), b(n), out(n), other(n);
  std::vector<Single> f(n), g(n), h(n), k(n);
  std::vector<double> x(n);
  const auto number = [&] { return random.unit() * 8 - 4; };
  for (int i = 0; i < n; ++i) {
    a[i] = {number(), number()}, b[i] = {number(), number()}, x[i] = number();
    f[i] = Single(a[i]), g[i] = Single(b[i]);
  }
  operate(a.data(), b.data(), out.data(), n);
  bits("operate", out);
  quotients(a.data(), b.data(), out.data(), other.data(), n);
  bits("products", out);
  bits("ratios", other);
  singles(f.data(), g.data(), h.data(), k.data(), n);
  bits("singles.products", h);
  bits("singles.ratios", k);

  const std::vector<Complex> odd = special<double>();
  const std::vector<Single> oddSingles = special<float>();
  const int count = static_cast<int>(odd.size());
  for (int shift = 0; shift < count; shift += 5) {
    std::vector<Complex> left(odd), right(odd), first(count), second(count);
    std::vector<Single> leftOnes(oddSingles), rightOnes(oddSingles), firstOnes(count), secondOnes(count);
    for (int i = 0; i < count; ++i) right[i] = odd[(i + shift) % count], rightOnes[i] = oddSingles[(i + shift) % count];
    quotients(left.data(), right.data(), first.data(), second.data(), count);
    singles(leftOnes.data(), rightOnes.data(), firstOnes.data(), secondOnes.data(), count);
    bits("odd.products", first);
    bits("odd.ratios", second);
    bits("odd.singles.products", firstOnes);
    bits("odd.singles.ratios", secondOnes);
  }

  compound(a.data(), b.data(), x.data(), f.data(), n);
  bits("compound", a);
  parts(a.data(), x.data(), f.data(), n);
  bits("parts", a);
  bits("parts.singles", f);

  std::vector<State> states(n);
  for (int i = 0; i < n; ++i) states[i] = {b[i], x[i], {g[i], f[i]}};
  step(states.data(), {0.25, -1}, 0.375, n);
  for (int i = 0; i < n; ++i) out[i] = states[i].amplitude, h[i] = states[i].phase[0], x[i] = states[i].weight;
  bits("step", out);
  bits("step.phase", h);
  show("step.weight", x.data(), n);

  const Complex sum = dot(out.data(), b.data(), n);
  put("dot.real", sum.real());
  put("dot.imaginary", sum.imag());
  const Complex c[] = {{1, 2}, {-0.5, 0.25}, {0, 1}, {2, 0}, {-1, -1}, {0.125, 3}};
  const Single d[] = {{1, 2}, {-0.5, 0.25}, {0, 1}, {2, 0}, {-1, -1}, {0.125, 3}};
  horner(c, b.data(), n);
  horner(d, g.data(), n);
  bits("horner", b);
  bits("horner.singles", g);

  std::vector<std::complex<long double>> wide(n);
  for (int i = 0; i < n; ++i) wide[i] = {static_cast<long double>(x[i]), 0.5L};
  widest(wide.data(), n);
  for (int i = 0; i < n; ++i) x[i] = static_cast<double>(wide[i].real() + wide[i].imag());
  show("widest", x.data(), n);
  operate(a.data(), b.data(), out.data(), 0);
  quotients(a.data(), b.data(), out.data(), other.data(), 2);
  bits("two", out);
}
