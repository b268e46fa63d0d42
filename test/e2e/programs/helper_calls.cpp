// Calls of visible helpers: small functions, members, operators and local lambdas without effects.
#include "show.h"

inline double square(double x) { return x * x; }
constexpr int clamp(int v, int low, int high) { return v < low ? low : v > high ? high : v; }

struct Complex {
  double re, im;
  Complex operator+(const Complex& o) const { return {re + o.re, im + o.im}; }
  Complex operator*(const Complex& o) const { return {re * o.re - im * o.im, re * o.im + im * o.re}; }
  double norm() const { return re * re + im * im; }
};

[[clustrix::cluster]]
void by_function(double* a, int n) {
  for (int i = 0; i < n; ++i)  // may: parallel
    a[i] = square(a[i]) + square(a[i] - 1);
}

[[clustrix::cluster]]
void by_constexpr(int* a, int n) {
  for (int i = 0; i < n; ++i)  // may: parallel
    a[i] = clamp(a[i], 100, 600);
}

[[clustrix::cluster]]
void by_member(const Complex* z, double* out, int n) {
  for (int i = 0; i < n; ++i)  // may: parallel
    out[i] = z[i].norm();
}

[[clustrix::cluster]]
void by_lambda(double* a, int n, double factor) {
  const auto weigh = [factor](double x) { return x * factor + 1; };
  for (int i = 0; i < n; ++i)  // may: parallel
    a[i] = weigh(a[i]);
}

[[clustrix::cluster]]
void escape_times(int* out, int rows, int columns) {
  for (int r = 0; r < rows; ++r)          // may: parallel
    for (int c = 0; c < columns; ++c) {   // may: parallel
      const Complex at{c * 3.0 / columns - 2, r * 2.0 / rows - 1};
      Complex z{0, 0};
      int steps = 0;
      while (steps < 60 && z.norm() < 4) {  // want: serial
        z = z * z + at;
        ++steps;
      }
      out[r * columns + c] = steps;
    }
}

static int calls = 0;
inline int counted(int x) {
  ++calls;
  return x + 1;
}

[[clustrix::cluster]]
void with_effect(int* a, int n) {
  for (int i = 0; i < n; ++i)  // may: parallel
    a[i] = counted(a[i]);
}

int main() {
  Random random(51);
  const int n = 4003;
  std::vector<double> a(n), out(n);
  std::vector<int> v(n), steps(60 * 80);
  std::vector<Complex> z(n);
  random.fillUnit(a);
  random.fillBelow(v, 1000);
  for (Complex& x : z) x = {random.unit(), random.unit()};
  by_function(a.data(), n);
  by_constexpr(v.data(), n);
  by_member(z.data(), out.data(), n);
  by_lambda(a.data(), n, 0.5);
  show("a", a);
  show("v", v);
  show("out", out);
  escape_times(steps.data(), 60, 80);
  show("steps", steps);
  with_effect(v.data(), n);
  put("calls", calls);
  show("counted", v);
}
