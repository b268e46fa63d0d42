// Annotated functions that are defined outside of their class or namespace, and use its names without saying so.
#include "show.h"

class Counter {
 public:
  enum Kind { One = 1, Two = 2 };
  static constexpr double limit = 4;
  static double fixed(double x) { return other(x) + 3; }
  static double other(double x) { return x + limit; }
  double add(double x) const { return x + step; }
  double step = 1;
  void outside(double* a, int n);

  [[clustrix::cluster]]
  void inside(double* a, int n) {
    for (int i = 0; i < n; ++i)  // may: parallel
      a[i] = add(a[i]) + fixed(a[i]) + limit + Two;
  }
};

[[clustrix::cluster]]
void Counter::outside(double* a, int n) {
  for (int i = 0; i < n; ++i)  // may: parallel
    a[i] = add(a[i]) + fixed(a[i]) * One + limit;
}

double helper(double x) { return x * 100; }

namespace lib {
inline namespace v1 {
namespace {
double hidden(double x) { return x - 2; }
}  // namespace
double helper(double x) { return hidden(x) + 1; }
}  // namespace v1
struct Point {
  double v;
  explicit Point(double x) : v(x) {}
  double get() const { return helper(v); }
  void shift(double* a, int n) const;
};
const double k = 3;
double sum(const double* a, int n);
}  // namespace lib

[[clustrix::cluster]]
double lib::sum(const double* a, int n) {
  double s = 0;
  for (int i = 0; i < n; ++i) {  // want: parallel
    const Point p(helper(a[i]));
    s += p.get() + k;
  }
  return s;
}

[[clustrix::cluster]]
void lib::Point::shift(double* a, int n) const {
  for (int i = 0; i < n; ++i)  // may: parallel
    a[i] = helper(a[i]) + v;
}

[[clustrix::cluster]]
void global(double* a, int n) {
  for (int i = 0; i < n; ++i)  // want: parallel
    a[i] = helper(a[i]) + lib::helper(a[i]);
}

int main() {
  Random random(17);
  for (const int n : {0, 2, 3001}) {
    std::vector<double> a(n);
    random.fillUnit(a);
    Counter counter;
    counter.inside(a.data(), n);
    counter.step = 2;
    counter.outside(a.data(), n);
    show("counted", a);
    put("sum", lib::sum(a.data(), n));
    lib::Point(3).shift(a.data(), n);
    show("shifted", a);
    global(a.data(), n);
    show("global", a);
  }
}
