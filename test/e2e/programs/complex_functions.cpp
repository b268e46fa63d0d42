// Functions of <complex> in kernels: absolute values, angles, powers, exponentials, roots, circular and hyperbolic
// functions and their inverses, near branch cuts and zeros as well.
#include "show.h"

#include <complex>

using Complex = std::complex<double>;
using Single = std::complex<float>;

template <class T> [[clustrix::cluster]] void measures(const std::complex<T>* z, T* out, int n) {
  for (int i = 0; i < n; ++i)  // want: parallel
    out[i] = std::abs(z[i]) + std::arg(z[i]) * 2 + std::norm(z[i]) * 3;
}

[[clustrix::cluster]] void polars(const double* r, const double* angle, Complex* out, int n) {
  for (int i = 0; i < n; ++i) out[i] = std::polar(r[i], angle[i]) + std::proj(std::conj(out[i]));  // want: parallel
}

// unverified on devices: a logarithm near the unit circle is next to nothing, and other digits of it are all digits
template <class T> [[clustrix::cluster]] void elementary(const std::complex<T>* z, std::complex<T>* out, int n) {
  for (int i = 0; i < n; ++i) {  // want: parallel
    out[4 * i] = std::exp(z[i]);
    out[4 * i + 1] = std::log(z[i]);
    out[4 * i + 2] = std::sqrt(z[i]);
    out[4 * i + 3] = std::log10(z[i]);
  }
}

template <class T> [[clustrix::cluster]] void circular(const std::complex<T>* z, std::complex<T>* out, int n) {
  for (int i = 0; i < n; ++i) {  // want: parallel
    out[6 * i] = std::sin(z[i]);
    out[6 * i + 1] = std::cos(z[i]);
    out[6 * i + 2] = std::tan(z[i]);
    out[6 * i + 3] = std::sinh(z[i]);
    out[6 * i + 4] = std::cosh(z[i]);
    out[6 * i + 5] = std::tanh(z[i]);
  }
}

template <class T> [[clustrix::cluster]] void inverses(const std::complex<T>* z, std::complex<T>* out, int n) {
  for (int i = 0; i < n; ++i) {  // want: parallel
    out[6 * i] = std::asin(z[i]);
    out[6 * i + 1] = std::acos(z[i]);
    out[6 * i + 2] = std::atan(z[i]);
    out[6 * i + 3] = std::asinh(z[i]);
    out[6 * i + 4] = std::acosh(z[i]);
    out[6 * i + 5] = std::atanh(z[i]);
  }
}

[[clustrix::cluster(complexity_threshold = 5)]] void powers(const Complex* z, const double* x, Complex* out, int n) {
  for (int i = 0; i < n; ++i) {  // want: parallel
    out[5 * i] = std::pow(z[i], 5);
    out[5 * i + 1] = std::pow(z[i], -3);
    out[5 * i + 2] = std::pow(z[i], x[i]);
    out[5 * i + 3] = std::pow(x[i], z[i]);
    out[5 * i + 4] = std::pow(z[i], Complex(x[i], 0.5));
  }
}

// Sums of magnitudes in small groups, and all signs: the last bits may differ between two libraries, signs may not.
template <class T> void parts(const char* name, const std::vector<std::complex<T>>& z) {
  for (std::size_t begin = 0; begin < z.size(); begin += 300) {
    double real = 0, imaginary = 0;
    std::uint64_t signs = 1469598103934665603ULL;
    for (std::size_t i = begin; i < begin + 300 && i < z.size(); ++i) {
      real += std::fabs(z[i].real());
      imaginary += std::fabs(z[i].imag());
      for (const T one : {z[i].real(), z[i].imag()}) signs = (signs ^ (std::signbit(one) ? 2 : 1)) * 1099511628211ULL;
    }
    put(name, real);
    put(name, imaginary);
    put(name, signs);
  }
}

template <class T> void run(int n) {
  Random random(5);
  std::vector<std::complex<T>> z(n), out(6 * n);
  for (int i = 0; i < n; ++i) z[i] = {T(random.unit() * 4 - 2), T(random.unit() * 4 - 2)};
  // Both sides of the branch cuts, and the axes.
  z[0] = {T(-0.5), T(0)}, z[1] = {T(-0.5), -T(0)}, z[2] = {T(2), T(0)}, z[3] = {T(2), -T(0)}, z[4] = {T(0), T(-2)};
  z[5] = {T(1.0001), T(1e-3)}, z[6] = {T(0.6), T(0.8)}, z[7] = {T(1e-4), T(1)}, z[8] = {T(30), T(1)};
  std::vector<T> x(n);
  measures(z.data(), x.data(), n);
  parts("measures", std::vector<std::complex<T>>(x.begin(), x.end()));
  elementary(z.data(), out.data(), n);
  parts("elementary", out);
  circular(z.data(), out.data(), n / 2);
  parts("circular", out);
  inverses(z.data(), out.data(), n);
  parts("inverses", out);
  elementary(z.data(), out.data(), 0);
  elementary(z.data() + 5, out.data(), 2);
  parts("two", out);
}

int main() {
  constexpr int n = 600;
  run<double>(n);
  run<float>(n);
  Random random(7);
  std::vector<Complex> z(n), out(5 * n), turned(n, {0.5, -2});
  std::vector<double> r(n), angle(n);
  for (int i = 0; i < n; ++i) {
    z[i] = {random.unit() * 2 - 1, random.unit() * 2 - 1}, r[i] = random.unit() + 0.1, angle[i] = random.unit() * 6;
  }
  polars(r.data(), angle.data(), turned.data(), n);
  parts("polars", turned);
  powers(z.data(), r.data(), out.data(), n);
  parts("powers", out);
}
