// Annotated functions that call each other: arrays go with the call, to any depth, and what the caller does behind it
// sees what the called function has left.
#include "show.h"

#include <stdexcept>
#include <utility>

void look(const double* a, int n) { put("look", a[0] + a[n - 1]); }

[[clustrix::cluster]]
void smooth(double* a, double* b, int n) {
  for (int i = 1; i < n - 1; ++i)  // want: parallel
    b[i] = 0.5 * a[i] + 0.25 * (a[i - 1] + a[i + 1]);
  for (int i = 1; i < n - 1; ++i)  // want: parallel
    a[i] = b[i];
}

// No loop of its own.
[[clustrix::cluster]]
void twice(double* a, double* b, int n) {
  smooth(a, b, n);
  smooth(b, a, n);
}

[[clustrix::cluster]]
double total(const double* a, int n) {
  double sum = 0;
  for (int i = 0; i < n; ++i)  // want: parallel
    sum += a[i];
  return sum;
}

// Host code of its own in front of the loop: the caller's arrays are on the devices.
[[clustrix::cluster]]
void pinned(double* a, double* b, int n) {
  a[0] = b[n - 1];
  double few[16];
  for (int i = 0; i < 16; ++i) few[i] = b[i] + a[i];
  for (int i = 0; i < n; ++i)  // want: parallel
    b[i] += few[i % 16];
  a[n - 1] = few[3] + b[2];
}

// Neither loops nor calls that lead to one.
[[clustrix::cluster]]
double middle(const double* a, int n) {
  return a[n / 2];
}

// Depth first, with itself.
[[clustrix::cluster]]
void halves(double* a, double* b, int n, int depth) {
  if (depth == 0 || n < 8) {
    a[0] += 1;
    return;
  }
  for (int i = 0; i < n; ++i)  // want: parallel
    b[i] = a[i] * 1.5;
  for (int i = 0; i < n; ++i)  // want: parallel
    a[i] = b[n - 1 - i] * 0.5;
  halves(a, b, n / 2, depth - 1);
  b[0] = a[1];
  halves(a + n / 2, b + n / 2, n - n / 2, depth - 1);
}

[[clustrix::cluster]]
void checked(double* a, int n, double most) {
  for (int i = 0; i < n; ++i)  // want: parallel
    a[i] = a[i] * 1.25 + 0.125;
  if (a[n - 1] > most) throw std::runtime_error("too much");
  for (int i = 0; i < n; ++i)  // want: parallel
    a[i] -= 0.0625;
}

[[clustrix::cluster]]
std::vector<double> made(const double* a, int n) {
  std::vector<double> result(n);
  for (int i = 0; i < n; ++i)  // want: parallel
    result[i] = a[i] + 1;
  for (int i = 0; i < n; ++i)  // want: parallel
    result[i] *= a[n - 1 - i];
  return result;
}

[[clustrix::cluster]]
double taken(std::vector<double> values, int n) {
  for (int i = 0; i < n; ++i)  // want: parallel
    values[i] *= 2;
  double sum = 0;
  for (int i = 0; i < n; ++i)  // want: parallel
    sum += values[i];
  return sum + values[0];
}

struct Solver {
  double *u, *v;
  int n;
  double norm = 0;

  [[clustrix::cluster]]
  void relax() {
    for (int i = 0; i < n; ++i)  // want: parallel
      v[i] = 0.9 * u[i];
    std::swap(u, v);
  }
  [[clustrix::cluster]]
  void solve(int steps) {
    for (int t = 0; t < steps; ++t) {  // want: serial
      relax();
      this->relax();
      norm = total(u, n);
      if (norm < 1) break;
    }
  }
};

[[clustrix::cluster]]
double steps(double* a, double* b, int n, int count) {
  double sum = 0;
  for (int t = 0; t < count; ++t) {  // want: serial
    smooth(a, b, n);
    pinned(a, b, n);
    twice(a, b, n);
    sum += total(a, n);
    b[t % n] = total(b, n) + middle(a, n);
    if (t % 2 == 1) look(a, n);
    t % 3 == 0 ? smooth(a, b, n) : twice(b, a, n);
    sum += t > 2 && total(a, n) > 0 ? 1 : a[1];
  }
  halves(a, b, n, 4);
  const std::vector<double> c = made(a, n);
  sum += taken(c, n) + c[n / 2];
  for (int i = 0; i < n; ++i)  // want: parallel
    a[i] += c[i] * 0.001;
  return sum;
}

// What is thrown between the loops passes functions whose arrays are on the devices.
[[clustrix::cluster]]
int guarded(double* a, double* b, int n) {
  int caught = 0;
  for (int t = 0; t < 6; ++t) {  // want: serial
    try {
      checked(a, n, 1.0 + t);
      b[0] = a[0];
      checked(b, n, 2.0);
    } catch (const std::runtime_error&) {
      ++caught;
      a[n - 1] = b[n - 1] * 0.5;
      b[n - 1] = 0.25;
    }
    for (int i = 0; i < n; ++i)  // want: parallel
      b[i] = 0.5 * (a[i] + b[i]);
  }
  return caught;
}

int main() {
  Random random(17);
  const int n = 1511;
  std::vector<double> a(n), b(n);
  random.fillUnit(a);
  random.fillUnit(b);
  const auto all = [&](const char* name) {
    std::printf("-- %s\n", name);
    show("a", a);
    show("b", b);
  };
  twice(a.data(), b.data(), n);
  all("twice");
  put("steps", steps(a.data(), b.data(), n, 5));
  all("steps");
  put("middle", middle(a.data(), n));
  random.fillUnit(a);
  random.fillUnit(b);
  put("guarded", guarded(a.data(), b.data(), n));
  all("guarded");
  try {
    checked(a.data(), n, 0);
  } catch (const std::runtime_error& error) {
    std::printf("%s\n", error.what());
  }
  all("checked");
  Solver solver{a.data(), b.data(), n};
  solver.solve(4);
  put("norm", solver.norm);
  put("turned", solver.u == a.data());
  all("solved");
  put("taken", taken(a, n));
  show("made", made(b.data(), n));
}
