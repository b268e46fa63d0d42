// Functions that a kernel calls and that no device may run, or not as they stand: their loops give the same values.
#include "show.h"

#include <cmath>
#include <complex>

static const double table[4] = {1, 2, 3, 4};
const double gravity = 9.81;
double factor = 2;

inline double of_table(double x, int i) { return x * table[i % 4]; }
inline double by_reference(double x) { return std::fmax(x, gravity); }
inline double by_global(double x) { return x * factor; }
inline double wide(double x) { return static_cast<double>(x * 1.0L / 3); }
inline double local_table(double x, int i) {
  static const double own[2] = {0.5, 0.25};
  return x * own[i % 2];
}

struct Shape {
  virtual double area() const { return 1; }
  double twice() const { return 2 * side; }
  double side = 3;
};

inline double through_shape(double x) {
  Shape shape;
  shape.side = x;
  return shape.twice();
}

inline double through_local_class(double x) {
  struct Local {
    double v;
    explicit Local(double w) : v(w) {}
    double get() const { return v + 1; }
  };
  return Local(x).get();
}

double declared_first(double x);

class Counter {
  double add(double x) const { return x + step_; }
  double step_ = 1;

 public:
  static double fixed(double x) { return x + 3; }
  double both(double x) const { return add(x) * 2; }

  [[clustrix::cluster]]
  void own(double* a, int n) {
    for (int i = 0; i < n; ++i)  // may: parallel
      a[i] = add(a[i]) + fixed(a[i]);
  }
};

[[clustrix::cluster]]
void tables(double* a, int n) {
  for (int i = 0; i < n; ++i)  // may: parallel
    a[i] = of_table(a[i], i) + by_reference(a[i]) + by_global(a[i]);
}

[[clustrix::cluster]]
void local_tables(double* a, int n) {
  for (int i = 0; i < n; ++i)  // may: parallel
    a[i] = local_table(a[i], i);
}

[[clustrix::cluster]]
void long_doubles(double* a, int n) {
  for (int i = 0; i < n; ++i)  // may: parallel
    a[i] = wide(a[i]);
}

[[clustrix::cluster]]
void classes(double* a, int n) {
  for (int i = 0; i < n; ++i)  // may: parallel
    a[i] = through_shape(a[i]) + through_local_class(a[i]);
}

[[clustrix::cluster]]
void library(double* a, int n) {
  for (int i = 0; i < n; ++i)  // may: parallel
    a[i] = std::abs(std::complex<double>(a[i], 1));
}

[[clustrix::cluster]]
void defined_later(double* a, int n) {
  for (int i = 0; i < n; ++i)  // may: parallel
    a[i] = declared_first(a[i]);
}

double declared_first(double x) { return x - 1; }

[[clustrix::cluster]]
void private_members(const Counter* c, double* a, int n) {
  for (int i = 0; i < n; ++i)  // may: parallel
    a[i] = c[i].both(a[i]);
}

namespace inner {
namespace {
double hidden(double x) { return x * 1.5; }
}  // namespace
}  // namespace inner

namespace app {
double above(double x) { return x + 0.5; }
[[clustrix::cluster]]
void elsewhere(double* a, int n) {
  for (int i = 0; i < n; ++i)  // may: parallel
    a[i] = inner::hidden(a[i]) + declared_first(a[i]) + above(a[i]);
}
}  // namespace app

int main() {
  Random random(91);
  std::vector<double> a(3001);
  random.fillUnit(a);
  std::vector<Counter> counters(a.size());
  const int n = static_cast<int>(a.size());
  tables(a.data(), n);
  factor = 3;
  tables(a.data(), n);
  show("tables", a);
  local_tables(a.data(), n);
  show("local tables", a);
  long_doubles(a.data(), n);
  show("long doubles", a);
  classes(a.data(), n);
  show("classes", a);
  library(a.data(), n);
  show("library", a);
  defined_later(a.data(), n);
  Counter().own(a.data(), n);
  private_members(counters.data(), a.data(), n);
  app::elsewhere(a.data(), n);
  show("a", a);
  random.fillUnit(a);
  defined_later(a.data(), 3);
  show("few", a);
}
