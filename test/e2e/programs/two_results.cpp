// Functions of the library with two results: through a pointer, or in a structure. And texts in quotes as tables.
#include <cmath>
#include <cstdlib>

#include "show.h"

[[clustrix::cluster]]
void parts(const double* a, double* mantissa, int* exponent, int n) {
  for (int i = 0; i < n; ++i) mantissa[i] = std::frexp(a[i], &exponent[i]);  // want: parallel
}

[[clustrix::cluster]]
void halves(const double* a, const float* f, double* whole, double* rest, float* small, int n) {
  for (int i = 0; i < n; ++i) {  // want: parallel
    double w;
    float v;
    rest[i] = std::modf(a[i], &w);
    whole[i] = w;
    small[i] = std::modf(f[i], &v);
    small[i] += v * 2;
    int e;
    small[i] += frexpf(f[i], &e) * e;
  }
}

struct Number {
  int sign, exponent;
  double mantissa;
};
[[clustrix::cluster]]
void members(const double* a, Number* numbers, int n) {
  for (int i = 0; i < n; ++i) {  // want: parallel
    numbers[i].sign = a[i] < 0;
    numbers[i].mantissa = frexp(a[i], &numbers[i].exponent);
  }
}

/// What the last call has left is there behind the loop, and in the next iteration.
[[clustrix::cluster]]
int outside(const double* a, double* b, int n) {
  int exponent = 3;
  for (int i = 0; i < n; ++i) {  // want: serial
    b[i] = exponent;
    b[i] += std::frexp(a[i], &exponent);
  }
  return exponent;
}
[[clustrix::cluster]]
void shifted(const double* a, int* e, double* b, int n) {
  for (int i = 0; i + 1 < n; ++i) {  // want: serial
    b[i] = std::frexp(a[i], &e[i + 1]);
    b[i] += e[i];
  }
}

[[clustrix::cluster]]
void quotients(const int* a, const int* d, int* q, int* r, int n) {
  for (int i = 0; i < n; ++i) {  // want: parallel
    const auto both = std::div(a[i], d[i]);
    q[i] = both.quot;
    r[i] = both.rem + static_cast<int>(std::ldiv(7L * a[i], 5L).rem);
  }
}

static char upper(const char* letters, int k) { return letters[k & 3]; }
[[clustrix::cluster]]
void letters(const int* code, char* text, int n) {
  for (int i = 0; i < n; ++i) {  // want: parallel
    const char* bases = code[i] & 4 ? "ACGT" : "acgt";
    text[i] = bases[code[i] & 3];
    if (code[i] & 8) text[i] = upper("WXYZ", code[i]) + ("0123"[code[i] & 1] - '0');
  }
}

int main() {
  Random random(64);
  for (const int n : {0, 1, 900}) {
    std::vector<double> a(n + 1), b(n + 1), c(n + 1);
    std::vector<float> f(n + 1), g(n + 1);
    std::vector<int> e(n + 1), k(n + 1), d(n + 1), q(n + 1), r(n + 1);
    for (int i = 0; i <= n; ++i) {
      a[i] = (random.unit() - 0.5) * std::ldexp(1, random.below(80) - 40);
      f[i] = static_cast<float>(random.unit() * 300);
      k[i] = random.below(1 << 20) - (1 << 19);
      d[i] = 1 + random.below(30);
    }
    parts(a.data(), b.data(), e.data(), n);
    show("mantissa", b);
    show("exponent", e);
    halves(a.data(), f.data(), b.data(), c.data(), g.data(), n);
    show("whole", b);
    show("rest", c);
    show("small", g);
    std::vector<Number> numbers(n + 1);
    members(a.data(), numbers.data(), n);
    for (int i = 0; i < n; ++i) {
      b[i] = numbers[i].mantissa;
      e[i] = numbers[i].exponent + 1000 * numbers[i].sign;
    }
    show("members", b);
    show("their exponents", e);
    put("outside", outside(a.data(), b.data(), n));
    show("outside", b);
    shifted(a.data(), e.data(), b.data(), n);
    show("shifted", b);
    quotients(k.data(), d.data(), q.data(), r.data(), n);
    show("quotients", q);
    show("rests", r);
    std::vector<char> text(n + 1);
    letters(k.data(), text.data(), n);
    show("letters", text);
  }
}
