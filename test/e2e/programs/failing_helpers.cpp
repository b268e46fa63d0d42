// Functions that a loop calls and that end the program, throw or complain where something is wrong: their iteration
// goes on with nothing, and the launch is undone. Where that iteration could do harm on its way the loop stays as it
// is.
#include <cstdio>
#include <cstdlib>
#include <stdexcept>
#include <string>
#include <vector>

#include "attempt.h"
#include "show.h"

static double root(double x, int where) {
  if (x < 0) {
    std::printf("no root of %g\n", x);
    throw where;
  }
  return std::sqrt(x);
}

[[clustrix::cluster]]
void roots(const double* a, double* b, int n) {
  for (int i = 0; i < n; ++i) b[i] = root(a[i], i) + 1;  // want: parallel
}

/// In place, through two functions, with a message from a library's string.
static void require(bool fine, const char* what) {
  if (!fine) throw std::runtime_error(std::string("not ") + what);
}
static double checked(double x) {
  require(x == x, "a number");
  require(x < 1000, "small");
  return x;
}
[[clustrix::cluster]]
void scaled(double* a, int n) {
  for (int i = 0; i < n; ++i) a[i] = 2 * checked(a[i]) + i;  // want: parallel
}

/// A function of the object's, which has a loop and an array of its own.
class Material {
 public:
  explicit Material(int n) : stiffness_(n, 2.0) {}
  std::vector<double>& stiffness() { return stiffness_; }
  double energy(int i, double strain) const {
    double parts[4];
    for (int k = 0; k < 4; ++k) {
      parts[k] = stiffness_[i] * strain * k;
      if (parts[k] < -50) throw std::string("lost at ") + std::to_string(i);
    }
    return parts[1] + parts[2] * parts[3];
  }
  [[clustrix::cluster]]
  double total(const std::vector<double>& strain, std::vector<double>& out) const {
    double sum = 0;
    const int n = static_cast<int>(strain.size());
    for (int i = 0; i < n; ++i) {  // want: parallel
      out[i] = energy(i, strain[i]);
      sum += out[i];
    }
    return sum;
  }

 private:
  std::vector<double> stiffness_;
};

/// In an annotated function, which has launches of its own where the host calls it.
[[clustrix::cluster]]
void normalise(double* v, int m, int where) {
  double sum = 0;
  for (int k = 0; k < m; ++k) sum += v[k] * v[k];  // may: parallel
  if (sum == 0) throw where;
  for (int k = 0; k < m; ++k) v[k] /= sum;  // may: parallel
}
[[clustrix::cluster]]
void vectors(double* v, int n) {
  for (int i = 0; i < n; ++i) normalise(v + 3 * i, 3, i);  // want: parallel
}

/// Messages, after which the function and the loop go on.
static int clipped(int x, int limit) {
  if (x > limit) {
    std::fprintf(stderr, "%d is clipped\n", x);
    x = limit;
  }
  return x;
}
[[clustrix::cluster]]
void clip(const int* a, int* b, int n) {
  for (int i = 0; i < n; ++i) b[i] = clipped(a[i], 500);  // want: parallel
}

/// A template, called for two types.
template <class T>
T positive(T x) {
  if (x <= 0) throw static_cast<int>(-x);
  return x * 2;
}
[[clustrix::cluster]]
void templates(const int* a, const float* f, float* b, int n) {
  for (int i = 0; i < n; ++i) b[i] = positive(f[i]) + positive(a[i]);  // want: parallel
}

// What the iteration would do without the check: a subscript, a division, a loop that never ends.
static int inside(int i, int n) {
  if (i < 0 || i >= n) throw i;
  return i;
}
[[clustrix::cluster]]
void gather(const std::vector<double>& a, const int* list, double* b, int n) {
  for (int i = 0; i < n; ++i) b[i] = a[inside(list[i], n)];  // may: parallel
}
static void notZero(int d) {
  if (d == 0) throw 77;
}
[[clustrix::cluster]]
void divided(const int* a, const int* d, int* b, int n) {
  for (int i = 0; i < n; ++i) {  // may: parallel
    notZero(d[i]);
    b[i] = a[i] / d[i];
  }
}
static void set(int x, int* out) {
  if (x < 0) throw x;
  *out = x % 8;
}
[[clustrix::cluster]]
void through(const int* a, const double* table, double* b, int n) {
  for (int i = 0; i < n; ++i) {  // may: parallel
    int at = 1 << 20;
    set(a[i], &at);
    b[i] = table[at];
  }
}
static int step(int x) {
  if (x < 1) throw x;
  return x;
}
[[clustrix::cluster]]
void strides(const int* a, double* b, int n) {
  for (int i = 0; i < n; ++i) {  // may: parallel
    double s = 0;
    for (int k = 0; k < 100; k += step(a[i])) s += k;
    b[i] = s;
  }
}

static int stop(double x) {
  if (x > 2e6) {
    std::printf("stopped by %g\n", x);
    std::exit(0);
  }
  return x > 1;
}
[[clustrix::cluster]]
void ends(double* a, int n) {
  for (int i = 0; i < n; ++i) a[i] += stop(a[i]);  // want: parallel
}
/// Called from a macro, whose text no launch changes.
#define CHECK(x) check((x), #x)
static void check(bool fine, const char* what, int status = 3) {
  if (fine) return;
  std::printf("%s\n", what);
  throw status;
}
[[clustrix::cluster]]
void inMacros(const double* a, double* b, int n) {
  for (int i = 0; i < n; ++i) {  // want: parallel
    CHECK(a[i] >= 0);
    b[i] = std::sqrt(a[i]);
    CHECK(b[i] < 1e3);
  }
}

static std::vector<double> kept;
static void atTheEnd() { show("at the end", kept); }

int main() {
  const int n = 3000;
  for (const int bad : {-1, 0, 1234, 2999}) {
    std::vector<double> a(n), b(n), v(3 * n), strain(n), energy(n);
    std::vector<int> whole(n), list(n), cut(n);
    std::vector<float> f(n), g(n);
    for (int i = 0; i < n; ++i) {
      a[i] = 0.25 * (i % 100);
      strain[i] = 0.5 + i % 7;
      whole[i] = 1 + i % 50;
      list[i] = (i * 7) % n;
      f[i] = 1.5f;
      for (int k = 0; k < 3; ++k) v[3 * i + k] = i + k + 1;
    }
    if (bad >= 0) {
      a[bad] = -4;
      strain[bad] = -40;
      for (int k = 0; k < 3; ++k) v[3 * bad + k] = 0;
    }
    attempt("roots", [&] { roots(a.data(), b.data(), n); });
    show("roots", b);
    if (bad >= 0) a[bad] = bad == 0 ? NAN : 1e5;
    attempt("in macros", [&] { inMacros(a.data(), b.data(), n); });
    show("in macros", b);
    attempt("scaled", [&] { scaled(a.data(), n); });
    if (bad == 0) a[0] = 0;
    show("scaled", a);
    Material material(n);
    attempt("energy", [&] { put("total", material.total(strain, energy)); });
    show("energy", energy);
    attempt("vectors", [&] { vectors(v.data(), n); });
    show("vectors", v);
    if (bad >= 0) whole[bad] = 2000;
    clip(whole.data(), cut.data(), n);
    show("clipped", cut);
    if (bad >= 0) whole[bad] = -6;
    attempt("templates", [&] { templates(whole.data(), f.data(), g.data(), n); });
    show("templates", g);
    if (bad >= 0) list[bad] = 1 << 29;
    attempt("gather", [&] { gather(a, list.data(), b.data(), n); });
    show("gathered", b);
    if (bad >= 0) whole[bad] = 0;
    attempt("divided", [&] { divided(list.data(), whole.data(), cut.data(), n); });
    show("divided", cut);
    if (bad >= 0) whole[bad] = -9;
    attempt("through", [&] { through(whole.data(), a.data(), b.data(), n); });
    show("through", b);
    if (bad >= 0) whole[bad] = 0;
    attempt("strides", [&] { strides(whole.data(), b.data(), n); });
    show("strides", b);
  }
  kept.assign(n, 2.5);
  std::atexit(atTheEnd);
  ends(kept.data(), n);
  show("kept", kept);
  kept[1777] = 3e6;
  kept[2000] = 4e6;
  ends(kept.data(), n);
}
