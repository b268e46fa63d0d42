// Numbers with names, of the file, a namespace, the function and its class: the kernel has them as constants, also where
// only a constant may stand.
#include "show.h"

#include <algorithm>

constexpr double kStep = 0.125;
const double kThird = 1.0 / 3;
static const float kSmall = 1e-3f;
inline constexpr long double kLong = 2.5L;
double notConstant = 0.75;
const double fromVariable = notConstant * 2;

constexpr double squared(double x) { return x * x; }

[[clustrix::cluster]]
void of_the_file(double* a, int n) {
  for (int i = 0; i < n; ++i) {  // want: parallel
    constexpr double width = kStep / 3, area = squared(kStep);
    a[i] = a[i] * width + area - kThird * kSmall + fromVariable;
  }
}

[[clustrix::cluster]]
void of_the_function(double* a, int n) {
  constexpr double tiny = -1e-7, two = 2;
  constexpr float fraction = 0.1f;
  const double computed = n * 0.5;
  for (int i = 0; i < n; ++i) {  // want: parallel
    constexpr double ratio = two / tiny;
    constexpr float half = fraction / 2;
    a[i] += ratio * tiny + half + fraction + computed;
  }
}

class Grid {
 public:
  [[clustrix::cluster]]
  void scale(double* a, int n) const {
    for (int i = 0; i < n; ++i) {  // want: parallel
      constexpr double inverse = 1 / kWidth;
      a[i] *= inverse * kWidth + kHeight;
    }
  }

 private:
  static constexpr double kWidth = 0.3, kHeight = 1e300 * 1e-300;
};

namespace physics {
constexpr double kMass = 4.5;
namespace {
const double kCharge = -1.25;
}
/// By reference, too.
[[clustrix::cluster]]
void clamp(double* a, int n) {
  for (int i = 0; i < n; ++i) {  // want: parallel
    constexpr double limit = kMass * 2;
    a[i] = std::min(std::max(a[i], kCharge), limit) + kMass;
  }
}
}  // namespace physics

/// A name that hides one of them.
[[clustrix::cluster]]
double hidden(const double* a, int n) {
  double sum = 0, kThird = 3;
  for (int i = 0; i < n; ++i) sum += a[i] * kThird + ::kThird;  // want: parallel
  return sum;
}

template <class T>
[[clustrix::cluster]]
void of_a_template(T* a, int n) {
  constexpr T half = T(1) / 2;
  for (int i = 0; i < n; ++i) {  // may: parallel
    constexpr T quarter = half / 2;
    a[i] += quarter + static_cast<T>(kStep);
  }
}

/// In a helper that the kernel repeats.
static double state[4];
static void fill(double x) {
  constexpr double c = kStep / 2, d = squared(c);
  for (int m = 0; m < 4; ++m) state[m] = c * x + d * m;
}
[[clustrix::cluster]]
void in_helpers(double* a, int n) {
  for (int i = 0; i < n; ++i) {  // want: parallel
    fill(a[i]);
    a[i] = state[0] - state[3];
  }
}

int main() {
  Random random(63);
  for (const int n : {0, 1, 700}) {
    std::vector<double> a(n + 1);
    random.fillUnit(a);
    of_the_file(a.data(), n);
    show("file", a);
    of_the_function(a.data(), n);
    show("function", a);
    Grid().scale(a.data(), n);
    show("class", a);
    physics::clamp(a.data(), n);
    show("namespace", a);
    put("hidden", hidden(a.data(), n));
    std::vector<float> f(a.begin(), a.end());
    of_a_template(a.data(), n);
    of_a_template(f.data(), n);
    show("template", a);
    show("floats", f);
    in_helpers(a.data(), n);
    show("helpers", a);
  }
}
