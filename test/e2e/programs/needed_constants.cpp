// Constants of the function where the loop's text needs a constant: no member of the kernel can stand there.
#include <array>

#include "show.h"

enum class Mode { Plain = 2, Other = 5 };

template <int N>
double power(double x) {
  double result = 1;
  for (int k = 0; k < N; ++k) result *= x;
  return result;
}

[[clustrix::cluster]] void bounds(double* a, int n) {
  const int width = 8;
  for (int i = 0; i < n; ++i) {  // want: parallel
    double t[width];
    for (int j = 0; j < width; ++j) t[j] = a[i] * j;
    double s = 0;
    for (int j = 0; j < width; ++j) s += t[j];
    a[i] = s;
  }
}

[[clustrix::cluster]] void two_of_them(double* a, int n) {
  constexpr int rows = 2;
  static constexpr unsigned long columns = 3;
  for (int i = 0; i < n; ++i) {  // want: parallel
    double t[rows][columns + 1] = {{1, 2, 3}, {4, 5, 6}};
    a[i] += t[i % rows][i % static_cast<int>(columns)];
  }
}

[[clustrix::cluster]] void arguments(double* a, int n) {
  constexpr int width = 3;
  for (int i = 0; i < n; ++i) {  // want: parallel
    std::array<double, width> t{a[i], 1, 2};
    a[i] = power<width>(t[0]) + t[width - 1];
  }
}

[[clustrix::cluster]] void labels(double* a, const int* kind, int n) {
  const int low = 1;
  constexpr Mode mode = Mode::Other;
  for (int i = 0; i < n; ++i) {  // want: parallel
    switch (kind[i]) {
      case low: a[i] += 10; break;
      case static_cast<int>(mode): a[i] += 20; break;
      default: a[i] -= low;
    }
  }
}

// A name that the body declares again, and one that is no constant.
[[clustrix::cluster]] void own(double* a, int n, int m) {
  const int width = 4, count = m;
  for (int i = 0; i < n; ++i) {  // want: parallel
    double t[width] = {};
    {
      constexpr int width = 2;
      double u[width] = {1, 2};
      t[0] = u[i % width];
    }
    a[i] = a[i] * width + t[0] + count;
  }
}

int main() {
  const int n = 5003;
  Random random(31);
  std::vector<double> a(n);
  std::vector<int> kind(n);
  for (double& x : a) x = random.unit();
  for (int& k : kind) k = static_cast<int>(random.unit() * 7);
  bounds(a.data(), n);
  show("bounds", a);
  two_of_them(a.data(), n);
  show("two", a);
  arguments(a.data(), n);
  show("arguments", a);
  labels(a.data(), kind.data(), n);
  show("labels", a);
  own(a.data(), n, 3);
  show("own", a);
}
