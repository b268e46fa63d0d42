// Host code that touches arrays in places that are easily missed: destructors, memory that changes hands or is used
// again, jumps, macros, conditions that may be left out, numbers that live in the arrays themselves.
#include "show.h"

#include <csetjmp>
#include <memory>
#include <thread>
#include <utility>

double seen = 0;

struct Guard {
  double* place = nullptr;
  ~Guard() {
    if (place) seen += place[0] + place[1];
  }
};
struct Marked {
  double* place;
  explicit Marked(double* p) : place(p) { place[0] += 0.5; }
  ~Marked() { place[1] += 0.25; }
};
struct Pack {
  double values[48];
  double* begin() { return values; }
};

// Objects whose ends see the arrays, with launches before them and while they live.
[[clustrix::cluster]]
void destructors(double* a, double* b, int n, int steps) {
  for (int t = 0; t < steps; ++t) {  // want: serial
    for (int i = 0; i < n; ++i)  // want: parallel
      b[i] = a[i] * 1.5;
    {
      Guard late;
      late.place = b;
    }
    Marked all(b);
    for (int i = 0; i < n; ++i)  // want: parallel
      a[i] = b[i] - 0.5;
    if (a[0] > 100) continue;
    Guard both{a};
    for (int i = 0; i < n; ++i)  // want: parallel
      b[i] += a[i];
  }
}

// Memory that goes away while the arrays in it are elsewhere, and is another array's at once.
[[clustrix::cluster]]
double hands(std::vector<double>& a, int steps) {
  const int n = static_cast<int>(a.size());
  double sum = 0;
  for (int t = 0; t < steps; ++t) {  // want: serial
    for (int i = 0; i < n; ++i)  // want: parallel
      a[i] = a[i] * 0.5 + t;
    if (t % 2 == 0) {
      std::vector<double> fresh(n, 0.125);
      fresh.swap(a);
    }
    std::vector<double> next(n);
    for (int i = 0; i < n; ++i)  // want: parallel
      next[i] = a[i] + 1;
    std::vector<double> old = std::move(a);
    a = std::move(next);
    sum += old[0];
  }
  return sum;
}

[[clustrix::cluster]]
double freed(std::vector<double>& a, int steps) {
  const int n = static_cast<int>(a.size());
  double sum = 0;
  for (int t = 0; t < steps; ++t) {  // want: serial
    double* raw = new double[n];
    for (int i = 0; i < n; ++i)  // want: parallel
      raw[i] = a[i] + sum;
    for (int i = 0; i < n; ++i)  // want: parallel
      a[i] = raw[i] * 0.5;
    sum += a[t];
    delete[] raw;
  }
  return sum;
}

[[clustrix::cluster]]
double owned(const double* a, int n, int steps) {
  double sum = 0;
  for (int t = 0; t < steps; ++t) {  // want: serial
    std::unique_ptr<double[]> own(new double[n]);
    for (int i = 0; i < n; ++i)  // may: parallel
      own[i] = a[i] * 0.75;
    sum += own[n - 1];
  }
  return sum;
}

// Small arrays on the stack, one after the other in the same place.
[[clustrix::cluster]]
double stack(const double* a, int steps) {
  double sum = 0;
  for (int t = 0; t < steps; ++t) {  // may: parallel
    {
      double first[48];
      for (int i = 0; i < 48; ++i)  // want: parallel
        first[i] = a[i] + t;
      sum += first[t];
    }
    {
      double second[48];
      for (int i = 0; i < 48; ++i) second[i] = 0.5 * i + (i > 0 ? second[i - 1] * 0.25 : 0);
      double out[48];
      for (int i = 0; i < 48; ++i)  // want: parallel
        out[i] = second[47 - i] + a[i];
      sum += out[7] + second[3];
    }
    {
      Pack pack;
      double* p = pack.begin();
      for (int i = 0; i < 48; ++i)  // want: parallel
        p[i] = a[i] * 2;
      sum += pack.values[5];
    }
    double one = t;
    double* p = &one;
    for (int i = 0; i < 1; ++i)  // want: parallel
      p[i] += a[i];
    sum += one;
  }
  return sum;
}

#define FIRST_OF(x) x[0]
#define BUMP(x) x[0] += 1; x[1] += 2
#define EACH(x, n) for (int e = 0; e < (n); e += 5) x[e] *= 0.5

// Text that macros make, with braces or without.
[[clustrix::cluster]]
double macros(double* a, double* b, int n, int steps) {
  double sum = 0;
  for (int t = 0; t < steps; ++t) {  // want: serial
    for (int i = 0; i < n; ++i)  // want: parallel
      b[i] = a[i] + 1;
    sum += FIRST_OF(b);
    BUMP(b);
    if (t > 1) EACH(b, n);
    for (int i = 0; i < n; ++i)  // want: parallel
      a[i] = b[i] * 0.75;
    if (FIRST_OF(a) > 3) { BUMP(a); }
  }
  return sum;
}

[[clustrix::cluster]]
double total(const double* a, int n) {
  double sum = 0;
  for (int i = 0; i < n; ++i)  // want: parallel
    sum += a[i];
  return sum;
}

// Calls that may be left out, twice in a statement, or in the middle of what touches the arrays.
[[clustrix::cluster]]
double calls(double* a, double* b, int n, int steps) {
  double sum = 0;
  for (int t = 0; t < steps; ++t) {  // want: serial
    for (int i = 0; i < n; ++i)  // want: parallel
      b[i] = a[i] * 0.5;
    if (t > 1 && total(b, n) > 0) sum += 1;
    static double once = total(b, n);
    sum += total(a, n) + total(b, n) + once;
    b[t] = total(b, n);
    sum += b[t] + total(a, n) * b[0];
    const double both = t % 2 == 0 ? total(a, n) : b[n - 1];
    for (int i = 0; i < n; ++i)  // want: parallel
      a[i] = b[i] + both / n;
    for (int k = 0; k < 3; sum += b[k] + total(b, k), ++k) a[k] += 0.5;
  }
  return sum;
}

// Numbers in the arrays decide how loops run, and where.
[[clustrix::cluster]]
double inside(double* a, int* size, int n, int steps) {
  double& scale = a[n];
  const double* bias = a + n + 1;
  int k = 0;
  for (int t = 0; t < steps; ++t) {  // want: serial
    for (int i = 0; i < size[0]; ++i)  // want: parallel
      a[i] = a[i] * scale + *bias;
    for (int i = 0; i < n + 2; ++i)  // want: parallel
      a[i] += 0.0625;
    for (int i = 0; i < 4; ++i)  // want: parallel
      size[i] = n / 2 + 3 * i + t;
    k += size[size[1] - size[0]];
    scale *= 0.5;
  }
  return scale + k + *bias;
}

// Jumps to labels, out of calls, and other threads.
[[clustrix::cluster]]
double jumps(double* a, double* b, int n) {
  int t = 0;
  double sum = 0;
again:
  for (int i = 0; i < n; ++i)  // want: parallel
    b[i] = a[i] + 1;
  sum += b[t];
  for (int i = 0; i < n; ++i)  // want: parallel
    a[i] = b[i] * 0.5;
  if (a[++t] < 10 && t < 4) goto again;
  return sum + a[0];
}

std::jmp_buf place;
void leap(double* a, int t) {
  a[1] += 1;
  if (t == 2) std::longjmp(place, 1);
}
[[clustrix::cluster]]
void leapt(double* a, double* b, int n) {
  if (setjmp(place)) return;
  for (int t = 0; t < 5; ++t) {  // want: serial
    for (int i = 0; i < n; ++i)  // want: parallel
      b[i] = a[i] + 1;
    for (int i = 0; i < n; ++i)  // want: parallel
      a[i] = b[i] * 0.5;
    leap(a, t);
  }
}

[[clustrix::cluster]]
double threads(double* a, double* b, int n, int steps) {
  double sum = 0;
  for (int t = 0; t < steps; ++t) {  // want: serial
    for (int i = 0; i < n; ++i)  // want: parallel
      b[i] = a[i] + 1;
    std::thread other([&] { sum += total(b, n) + b[1]; });
    other.join();
    for (int i = 0; i < n; ++i)  // want: parallel
      a[i] = b[i] * 0.5;
    const auto add = [&, k = t % n] { a[k] += sum; };
    add();
    double (*const pointer)(const double*, int) = total;
    sum += pointer(a, n);
  }
  return sum;
}

int main() {
  Random random(23);
  const int n = 1201;
  std::vector<double> a(n), b(n);
  random.fillUnit(a);
  random.fillUnit(b);
  const auto all = [&](const char* name) {
    std::printf("-- %s\n", name);
    show("a", a);
    show("b", b);
    put("seen", seen);
  };
  destructors(a.data(), b.data(), n, 4);
  all("destructors");
  put("hands", hands(a, 5));
  all("hands");
  put("freed", freed(a, 5));
  put("owned", owned(a.data(), n, 5));
  all("freed");
  put("stack", stack(a.data(), 5));
  put("macros", macros(a.data(), b.data(), n, 4));
  all("macros");
  put("calls", calls(a.data(), b.data(), n, 4));
  all("calls");
  int size[4] = {n / 3, n / 4, 1, 2};
  put("inside", inside(a.data(), size, n - 2, 3));
  all("inside");
  for (const int s : size) put("size", s);
  put("jumps", jumps(a.data(), b.data(), n));
  all("jumps");
  leapt(a.data(), b.data(), n);
  all("leapt");
  put("threads", threads(a.data(), b.data(), n, 3));
  all("threads");
}
