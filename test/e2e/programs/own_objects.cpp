// Structures from before the loop that iterations assign as a whole, sums of fields by whole assignment, and compound
// literals.
#include "show.h"

#include <complex>

struct Complex {
  double re, im;
  double norm() const { return re * re + im * im; }
  void scale(double f) {
    re *= f;
    im *= f;
  }
};
struct State {
  Complex at;
  double mass;
  int steps[3];
};
struct Wide : Complex {
  double more;
};

static double absolute(const Complex& c) { return std::sqrt(c.norm()); }

[[clustrix::cluster]]
void butterflies(const Complex* a, Complex* b, int n) {
  Complex x, y;
  for (int i = 0; i < n; ++i) {  // want: parallel
    x = a[i];
    y = a[n + i];
    b[i].re = x.re + y.re;
    b[i].im = x.im - y.im;
    x = y;
    x.scale(0.5);
    b[n + i] = x;
  }
}

[[clustrix::cluster]]
Complex last_of_all(const std::vector<Complex>& a, std::vector<double>& out, int n) {
  Complex t{-1, -1};
  for (int i = 0; i < n; ++i) {  // want: parallel
    t = a[i];
    t.re += i;
    out[i] = t.norm() + absolute(t);
  }
  return t;
}

[[clustrix::cluster]]
Complex last_where(const std::vector<Complex>& a, std::vector<double>& out, int n) {
  Complex t{-1, -1};
  for (int i = 0; i < n; ++i) {  // want: parallel
    out[i] = 0;
    if (a[i].re > 0.7) {
      t = a[i];
      t.im = i;
      out[i] = t.re;
    }
  }
  return t;
}

[[clustrix::cluster]]
void forces(const std::vector<Complex>& p, std::vector<Complex>& f, int n) {
  Complex sum;
  for (int i = 0; i < n; ++i) {  // want: parallel
    sum = Complex{0, 0};
    for (int j = 0; j < 20; ++j) {
      sum.re += p[i].re - p[j].re;
      sum.im += p[i].im * p[j].im;
    }
    f[i] = sum;
  }
}

[[clustrix::cluster]]
State parts(const std::vector<Complex>& a, std::vector<double>& out, int n) {
  State s{};
  for (int i = 0; i < n; ++i) {  // want: parallel
    s = State{a[i], a[i].re, {i, i + 1, i + 2}};
    s.steps[i % 3] += 5;
    out[i] = s.at.im + s.mass + s.steps[0] + s.steps[1] - s.steps[2];
  }
  return s;
}

[[clustrix::cluster]]
std::complex<double> of_the_library(const std::vector<std::complex<double>>& z, std::vector<double>& out, int n) {
  std::complex<double> t;
  for (int i = 0; i < n; ++i) {  // want: parallel
    t = z[i];
    t *= 2.0;
    out[i] = t.real() * t.imag();
  }
  return t;
}

[[clustrix::cluster]]
Complex sum_of_both(const std::vector<Complex>& a, int n) {
  Complex c = {0, 0};
  for (int i = 0; i < n; ++i)  // want: parallel
    c = Complex{c.re + a[i].re, c.im - a[i].im};
  return c;
}

#define complex_add(a, b) (Complex){(a).re + (b).re, (a).im + (b).im}
#define complex_mul2(a, b) (Complex){(a).re * (b), (a).im * (b)}

[[clustrix::cluster]]
Complex by_macros(std::vector<Complex>& a, const std::vector<double>& w, int n) {
  Complex c = {0, 0};
  for (int i = 0; i < n; ++i) {  // want: parallel
    a[i] = complex_mul2(a[i], w[i]);
    c = complex_add(c, a[i]);
  }
  return c;
}

// Traps: iterations that see what an earlier one has left.
[[clustrix::cluster]]
Complex carried(const std::vector<Complex>& a, std::vector<Complex>& b, int n) {
  Complex t{1, 2};
  for (int i = 0; i < n; ++i) {  // want: serial
    b[i].re = t.re;
    t = a[i];
  }
  return t;
}

[[clustrix::cluster]]
Complex half_carried(const std::vector<Complex>& a, std::vector<Complex>& b, int n) {
  Complex t{1, 2};
  for (int i = 0; i < n; ++i) {  // want: serial
    if (a[i].im > 0.5) t = a[i];
    t.re += 0.5;
    b[i] = t;
  }
  return t;
}

[[clustrix::cluster]]
void sliced(const std::vector<Complex>& a, std::vector<double>& out, int n) {
  Wide w{};
  w.more = 1;
  for (int i = 0; i < n; ++i) {  // want: serial
    static_cast<Complex&>(w) = a[i];
    out[i] = w.re + w.more;
    w.more = w.im;
  }
}

[[clustrix::cluster]]
Complex crossed(const std::vector<Complex>& a, int n) {
  Complex c = {0, 0};
  for (int i = 0; i < n; ++i)  // want: serial
    c = Complex{0.5 * c.im + a[i].re, 0.5 * c.re + a[i].im};
  return c;
}

// What is assigned may lie in the array that is read.
[[clustrix::cluster]]
void through_a_reference(Complex& t, Complex* a, double* out, int n) {
  for (int i = 0; i < n; ++i) {  // may: parallel
    t = a[i];
    t.re += 1;
    out[i] = t.re + a[n - 1].re;
  }
}

static Complex shared;
static double ofShared() { return shared.re + shared.im; }

[[clustrix::cluster]]
void global_object(const std::vector<Complex>& a, std::vector<double>& out, int n) {
  for (int i = 0; i < n; ++i) {  // may: parallel
    shared = a[i];
    out[i] = ofShared();
  }
}

[[clustrix::cluster]]
void by_another_name(const std::vector<Complex>& a, std::vector<double>& out, bool isSame, int n) {
  Complex t{0, 0}, apart{3, 4};
  Complex& other = isSame ? t : apart;
  for (int i = 0; i < n; ++i) {  // may: parallel
    t = a[i];
    out[i] = other.re;
  }
}

int main() {
  Random random(11);
  const int n = 3000;
  std::vector<Complex> a(2 * n), b(2 * n);
  std::vector<double> out(n), w(n);
  for (Complex& c : a) c = {random.unit(), random.unit()};
  random.fillUnit(w);
  const auto showAll = [&](const char* name) {
    show(name, &b[0].re, 4 * n);
    show(name, out.data(), n);
  };
  const auto putBoth = [&](const char* name, Complex c) {
    put(name, c.re);
    put(name, c.im);
  };
  butterflies(a.data(), b.data(), n);
  showAll("butterflies");
  putBoth("last_of_all", last_of_all(a, out, n));
  showAll("last_of_all");
  putBoth("last_where", last_where(a, out, n));
  putBoth("last_where.none", last_where(a, out, 0));
  showAll("last_where");
  forces(a, b, n);
  showAll("forces");
  const State s = parts(a, out, n);
  putBoth("parts", s.at);
  put("parts.steps", s.steps[0] + 2 * s.steps[1] + 3 * s.steps[2]);
  showAll("parts");
  std::vector<std::complex<double>> z(n);
  for (int i = 0; i < n; ++i) z[i] = {a[i].re, a[i].im};
  const std::complex<double> lastZ = of_the_library(z, out, n);
  putBoth("of_the_library", {lastZ.real(), lastZ.imag()});
  showAll("of_the_library");
  putBoth("sum_of_both", sum_of_both(a, n));
  putBoth("by_macros", by_macros(a, w, n));
  putBoth("carried", carried(a, b, n));
  putBoth("half_carried", half_carried(a, b, n));
  showAll("carried");
  sliced(a, out, n);
  showAll("sliced");
  putBoth("crossed", crossed(a, n));
  Complex apart{0, 0};
  through_a_reference(apart, a.data(), out.data(), n);
  putBoth("apart", apart);
  showAll("apart");
  through_a_reference(a[n / 2], a.data(), out.data(), n);
  through_a_reference(a[n - 1], a.data(), out.data(), n);
  show("in the array", &a[0].re, 2 * n);
  showAll("in the array");
  global_object(a, out, n);
  putBoth("global_object", shared);
  showAll("global_object");
  for (const bool isSame : {false, true}) {
    by_another_name(a, out, isSame, n);
    showAll("by_another_name");
  }
}
