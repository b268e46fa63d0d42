// Loops that end the program, or throw, where something is wrong: what is left is what the loop as written leaves, and
// where nothing is wrong nothing shows.
#include <csetjmp>
#include <cstdio>
#include <cstdlib>
#include <stdexcept>
#include <string>
#include <vector>

#include "attempt.h"
#include "show.h"

// In place: what iterations in front of the one that throws have done stays, and nothing else.
[[clustrix::cluster]]
void halve(double* x, int n) {
  for (int i = 0; i < n; ++i) {  // want: parallel
    if (x[i] < 0) throw i;
    x[i] *= 0.5;
  }
}

// A message first; what stands in front of the test is written already.
[[clustrix::cluster]]
void volumes(const double* v, double* r, double* seen, int n) {
  for (int i = 0; i < n; ++i) {  // want: parallel
    seen[i] = v[i] + 1;
    if (v[i] <= 0.0) {
      std::printf("element %d has no volume\n", i);
      throw std::runtime_error("volume of " + std::to_string(i));
    }
    r[i] = 1.0 / v[i];
  }
}

// With a sum, which the caller sees up to there.
[[clustrix::cluster]]
double total(const std::vector<double>& v, double& sum) {
  for (std::size_t i = 0; i < v.size(); ++i) {  // want: parallel
    if (v[i] > 1e6) throw std::string("too large");
    sum += v[i];
  }
  return sum;
}

// In a loop inside, with an array of the iteration's own.
[[clustrix::cluster]]
void rows(const double* a, double* out, int n, int m) {
  for (int i = 0; i < n; ++i) {  // want: parallel
    double last[4] = {0, 0, 0, 0};
    for (int j = 0; j < m; ++j) {
      if (a[i * m + j] == 0.25) throw i * m + j;
      for (int k = 0; k < 4; ++k) last[k] += a[i * m + j] * k;
    }
    out[i] = last[1] + last[2] * last[3];
  }
}

// Functions that never come back, by their bodies alone.
void fail(int where) {
  std::printf("failed at %d\n", where);
  throw where;
}
void failTwice(int where) { fail(where + 1000); }
[[clustrix::cluster]]
void called(const int* state, int* next, int n) {
  for (int i = 0; i < n; ++i) {  // want: parallel
    if (state[i] == 7) failTwice(i);
    next[i] = state[i] + 2;
    if (next[i] == 100) fail(i);
  }
}

// Through a macro, in both branches, and behind a `continue`.
#define CHECKED(condition, where)                      \
  do {                                                 \
    if (!(condition)) {                                \
      std::printf("%s at %d\n", #condition, where);    \
      throw where;                                     \
    }                                                  \
  } while (0)
[[clustrix::cluster]]
void macros(const double* v, double* w, int n) {
  for (int i = 0; i < n; ++i) {  // want: parallel
    CHECKED(v[i] >= 0, i);
    w[i] = v[i] * 3;
  }
}
[[clustrix::cluster]]
void branches(const int* kind, double* w, int n) {
  for (int i = 0; i < n; ++i) {  // want: parallel
    if (kind[i] == 0) continue;
    if (kind[i] > 3) {
      w[i] = -1;
    } else if (kind[i] < 0) {
      throw kind[i];
    } else {
      w[i] = 10 * kind[i];
    }
  }
}

// Messages alone, after which the loop goes on.
[[clustrix::cluster]]
void sides(const int* kind, double* w, int n) {
  for (int i = 0; i < n; ++i) {  // want: parallel
    switch (kind[i]) {
      case 0:
        w[i] = 0;
        break;
      case 1:
        w[i] += i;
        break;
      default:
        std::fprintf(stderr, "side %d of %d\n", kind[i], i);
        break;
    }
    w[i] = 2 * w[i] + 1;
  }
}

// Subscripts of the iteration's own array from a table, and a check through an object's own functions.
constexpr int other[8][2] = {{1, 2}, {2, 3}, {3, 0}, {0, 1}, {7, 6}, {4, 7}, {5, 4}, {6, 5}};
class Mesh {
 public:
  explicit Mesh(const std::vector<double>& v) : m_v(v) {}
  double& v(int i) { return m_v[i]; }

 private:
  std::vector<double> m_v;
};
[[clustrix::cluster]]
void slopes(Mesh& mesh, const double* x, double* d, int n) {
  for (int i = 0; i < n; ++i) {  // want: parallel
    double t[8];
    for (int c = 0; c < 8; ++c) t[c] = x[8 * i + c];
    for (int c = 0; c < 8; ++c) d[8 * i + c] = t[other[c][0]] - t[other[c][1]];
    if (mesh.v(i) <= 0) throw i;
  }
}
[[clustrix::cluster]]
void checked(Mesh& mesh, int n) {
  for (int i = 0; i < n; ++i)  // want: parallel
    if (mesh.v(i) <= 0) throw i + 1000000;
}

std::jmp_buf back;
[[clustrix::cluster]]
void jumps(const double* v, double* w, int n) {
  for (int i = 0; i < n; ++i) {  // want: parallel
    if (v[i] < 0) std::longjmp(back, 1);
    w[i] = v[i] + 4;
  }
}

// The error is all that bounds the loop: nothing lies behind the array's end.
[[clustrix::cluster]]
void upTo(const int* word, int* copy, long most) {
  for (long i = 0; i < most; ++i) {  // want: parallel, idle
    if (word[i] == -1) throw i;
    copy[i] = word[i];
  }
}

// What is tested is what makes the subscript one of the array: behind the error it may be anything.
[[clustrix::cluster]]
void counted(const int* bin, std::vector<int>& histogram, int n) {
  for (int i = 0; i < n; ++i) {  // want: serial
    if (bin[i] == -77) throw i;
    ++histogram[bin[i]];
  }
}
[[clustrix::cluster]]
void divided(const int* d, int* out, int n) {
  for (int i = 0; i < n; ++i) {  // want: serial
    if (d[i] == -1) throw i;
    out[i] = 1000 / d[i];
  }
}
// Iterations depend on each other, error or not.
[[clustrix::cluster]]
void carried(double* x, int n) {
  for (int i = 1; i < n; ++i) {  // want: serial
    if (x[i] < 0) throw i;
    x[i] = x[i] * x[i] + 1 / x[i - 1];
  }
}

// Arrays that stay on the devices from loop to loop, until something is wrong in the middle.
[[clustrix::cluster]]
void steps(std::vector<double>& x, std::vector<double>& y, int count, double limit) {
  const int n = static_cast<int>(x.size());
  for (int t = 0; t < count; ++t) {
    for (int i = 0; i < n; ++i) y[i] = x[i] * 1.5 + t;  // want: parallel
    for (int i = 0; i < n; ++i) {                       // want: parallel
      if (y[i] > limit) throw t * 1000 + i;
      x[i] = y[i] - 0.25 * x[i];
      y[i] = -y[i];
    }
  }
}

static std::vector<double> kept;
static void atTheEnd() { show("at the end", kept); }
[[clustrix::cluster]]
void ends(double* x, int n) {
  for (int i = 0; i < n; ++i) {  // want: parallel
    if (x[i] < 0) {
      std::printf("ends at %d\n", i);
      std::exit(0);
    }
    x[i] += 1;
  }
}

std::vector<double> numbers(int n, double first, double step) {
  std::vector<double> x(static_cast<std::size_t>(n));
  for (int i = 0; i < n; ++i) x[static_cast<std::size_t>(i)] = first + step * (i * 37 % 101);
  return x;
}

int main() {
  constexpr int n = 3000;
  for (const int bad : {-1, 0, 1234, n - 1}) {
    auto x = numbers(n, 1, 0.5), v = numbers(n, 0.5, 0.25), r = numbers(n, 0, 0), seen = numbers(n, 0, 0);
    std::vector<int> state(n, 5), next(n, -2);
    if (bad >= 0) {
      x[bad] = v[bad] = -1;
      if (bad + 5 < n) x[bad + 5] = v[bad + 5] = -2;
      state[bad] = bad % 2 == 0 ? 7 : 98;
    }
    attempt("halve", [&] { halve(x.data(), n); });
    show("x", x);
    attempt("volumes", [&] { volumes(v.data(), r.data(), seen.data(), n); });
    show("r", r);
    show("seen", seen);
    auto large = numbers(n, 0, 1);
    if (bad >= 0) large[bad] = 1e7;
    double sum = 0.5;
    attempt("total", [&] { total(large, sum); });
    std::printf("sum %.12f\n", sum);
    attempt("called", [&] { called(state.data(), next.data(), n); });
    show("next", next);
    attempt("macros", [&] { macros(v.data(), r.data(), n); });
    show("r", r);
    std::vector<int> kind(n);
    for (int i = 0; i < n; ++i) kind[i] = i % 6;
    if (bad >= 0) kind[bad] = -3;
    attempt("branches", [&] { branches(kind.data(), r.data(), n); });
    show("r", r);
    for (int i = 0; i < n; ++i) kind[i] = i % 2;
    if (bad >= 0) kind[bad] = 9;
    sides(kind.data(), r.data(), n);
    show("sides", r);
    Mesh mesh(v);
    auto corners = numbers(8 * n, 1, 0.125), d8 = numbers(8 * n, 0, 0);
    attempt("slopes", [&] { slopes(mesh, corners.data(), d8.data(), n); });
    show("d8", d8);
    attempt("checked", [&] { checked(mesh, n); });
    if (setjmp(back) == 0) {
      jumps(v.data(), seen.data(), n);
      std::printf("no jump\n");
    } else {
      std::printf("a jump\n");
    }
    show("seen", seen);
    auto a = numbers(60 * 50, 1, 0.5), out = numbers(60, 0, 0);
    if (bad >= 0) a[bad] = 0.25;
    attempt("rows", [&] { rows(a.data(), out.data(), 60, 50); });
    show("out", out);
    std::vector<int> bins(n), histogram(20, 0);
    for (int i = 0; i < n; ++i) bins[i] = i * 7 % 20;
    if (bad >= 0) bins[bad] = -77;
    for (int i = bad; bad >= 0 && i < n - 1; ++i) bins[i + 1] = 1 << 28;
    attempt("counted", [&] { counted(bins.data(), histogram, n); });
    show("histogram", histogram);
    std::vector<int> d(n, 3);
    if (bad >= 0) d[bad] = -1;
    for (int i = bad; bad >= 0 && i < n - 1; ++i) d[i + 1] = 0;
    attempt("divided", [&] { divided(d.data(), next.data(), n); });
    show("next", next);
    auto c = numbers(n, 0.1, 0.001);
    if (bad >= 0) c[bad] = -1;
    attempt("carried", [&] { carried(c.data(), n); });
    show("c", c);
  }
  for (const double limit : {1e30, 120.0, 90.0}) {
    auto x = numbers(n, 0, 0.5), y = numbers(n, 0, 0);
    attempt("steps", [&] { steps(x, y, 6, limit); });
    show("x", x);
    show("y", y);
  }
  std::vector<int> word(5000, 3), copy(5000, 0);
  word[4321] = -1;
  attempt("upTo", [&] { upTo(word.data(), copy.data(), 1L << 40); });
  show("copy", copy);
  kept = numbers(n, 0, 1);
  std::atexit(atTheEnd);
  ends(kept.data(), n);
  show("kept", kept);
  kept[1111] = -5;
  kept[222] = -4;
  ends(kept.data(), n);
}
