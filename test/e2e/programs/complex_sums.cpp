// Sums of std::complex in all the ways in which they are written.
#include "show.h"

#include <complex>
#include <numeric>

using Complex = std::complex<double>;

[[clustrix::cluster]]
Complex plain(const std::vector<Complex>& x) {
  Complex s{};
  for (auto& t : x) s += t;  // want: parallel
  return s;
}
[[clustrix::cluster]]
Complex assigned(const Complex* x, int n) {
  Complex s = 1.0;
  for (int i = 0; i < n; ++i) s = s + x[i];  // want: parallel
  return s;
}
[[clustrix::cluster]]
Complex other_side(const Complex* x, int n) {
  Complex s(0, 2);
  for (int i = 0; i < n; ++i) s = x[i] + s;  // want: parallel
  return s;
}
[[clustrix::cluster]]
Complex power(const Complex* x, int n) {
  Complex s;
  for (int i = 0; i < n; ++i) s += x[i] * std::conj(x[i]);  // want: parallel
  return s;
}
[[clustrix::cluster]]
Complex subtracted(const Complex* x, int n) {
  Complex s(100, 100);
  for (int i = 0; i < n; ++i) s -= x[i];  // want: parallel
  return s;
}
[[clustrix::cluster]]
Complex subtracted_by_assignment(const Complex* x, int n) {
  Complex s(100, 100);
  for (int i = 0; i < n; ++i) s = s - x[i];  // want: parallel
  return s;
}
[[clustrix::cluster]]
Complex conditional(const Complex* x, int n) {
  Complex s;
  for (int i = 0; i < n; ++i)  // want: parallel
    if (x[i].real() > 0.25) s += x[i];
  return s;
}
[[clustrix::cluster]]
Complex real_parts(const Complex* x, const double* w, int n) {
  Complex s(0, 1);
  for (int i = 0; i < n; ++i) s += w[i] * x[i].real();  // want: parallel
  return s;
}
[[clustrix::cluster]]
std::complex<float> single(const std::complex<float>* x, int n) {
  std::complex<float> s;
  for (int i = 0; i < n; ++i) s += x[i];  // want: parallel
  return s;
}
[[clustrix::cluster]]
Complex accumulated(const std::vector<Complex>& x) {
  return std::accumulate(x.begin(), x.end(), Complex(0, 0));  // want: parallel
}
[[clustrix::cluster]]
void transformed(const Complex* x, Complex* y, int n) {
  for (int k = 0; k < n; ++k) {  // want: parallel
    Complex s(0, 0);
    for (int j = 0; j < n; ++j) {  // want: parallel
      const double angle = -6.283185307179586 * k * j / n;
      s += x[j] * Complex(std::cos(angle), std::sin(angle));
    }
    y[k] = s;
  }
}

/// Looked at on the way: none is a sum.
[[clustrix::cluster]]
Complex looked_at(const Complex* x, Complex* y, int n) {
  Complex s;
  for (int i = 0; i < n; ++i) {  // want: serial
    s += x[i];
    y[i] = s * s;
  }
  return s;
}
[[clustrix::cluster]]
Complex wrong_side(const Complex* x, int n) {
  Complex s;
  for (int i = 0; i < n; ++i) s = x[i] - s;  // want: serial
  return s;
}
[[clustrix::cluster]]
Complex multiplied_too(const Complex* x, int n) {
  Complex s(1, 0);
  for (int i = 0; i < n; ++i) {  // want: serial
    s += x[i];
    s *= Complex(0.5, 0.25);
  }
  return s;
}
[[clustrix::cluster]]
Complex of_itself(const Complex* x, int n) {
  Complex s(0.5, 0);
  for (int i = 0; i < n; ++i) s += s * x[i] * 0.01;  // want: serial
  return s;
}

static void both(const char* name, Complex z) {
  put(name, z.real());
  put(name, z.imag());
}

int main() {
  Random random(3);
  for (const int n : {0, 1, 7, 300}) {
    std::vector<Complex> x(n), y(n);
    std::vector<std::complex<float>> f(n);
    std::vector<double> w(n);
    random.fillUnit(w);
    for (int i = 0; i < n; ++i) {
      x[i] = {random.coarse(), random.coarse() - 0.5};
      f[i] = {static_cast<float>(i % 7), static_cast<float>(i % 5)};
    }
    both("plain", plain(x));
    both("assigned", assigned(x.data(), n));
    both("other_side", other_side(x.data(), n));
    both("power", power(x.data(), n));
    both("subtracted", subtracted(x.data(), n));
    both("by_assignment", subtracted_by_assignment(x.data(), n));
    both("conditional", conditional(x.data(), n));
    both("real_parts", real_parts(x.data(), w.data(), n));
    both("single", single(f.data(), n));
    both("accumulated", accumulated(x));
    transformed(x.data(), y.data(), n);
    for (int i = 0; i < n; i += 37) both("transformed", y[i]);
    both("looked_at", looked_at(x.data(), y.data(), n));
    for (int i = 0; i < n; i += 37) both("running", y[i]);
    both("wrong_side", wrong_side(x.data(), n));
    both("multiplied_too", multiplied_too(x.data(), n));
    both("of_itself", of_itself(x.data(), n));
  }
}
