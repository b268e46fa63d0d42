// std::sort of rows and by comparisons: equal elements come out in the order in which the library leaves them, wherever
// the loop runs. Comparisons that look at more than their two arguments, and ranges that overlap, keep it serial.
// std::minmax beside it: a pair of references, which follow what is written through other names.
#include <algorithm>
#include <cmath>
#include <functional>
#include <vector>

#include "show.h"

struct Point {
  double energy;
  int place;
};

[[clustrix::cluster]]
void by_energy(Point* grid, int rows, int points) {
  for (int r = 0; r < rows; ++r) {  // want: parallel
    Point* row = &grid[r * points];
    std::sort(row, row + points, [](const Point& a, const Point& b) { return a.energy < b.energy; });
  }
}

[[clustrix::cluster]]
void descending(std::vector<double>& a, int rows, int columns) {
  for (int r = 0; r < rows; ++r)  // want: parallel
    std::sort(a.begin() + r * columns, a.begin() + (r + 1) * columns, std::greater<>{});
}

[[clustrix::cluster]]
void plain(float* a, int rows, int columns) {
  for (int r = 0; r < rows; ++r) std::sort(a + r * columns, a + r * columns + columns);  // want: parallel
}

[[clustrix::cluster]]
void nearest(const double* x, double* out, int n) {
  for (int i = 0; i < n; ++i) {  // want: parallel
    double near[12];
    for (int k = 0; k < 12; ++k) near[k] = x[(i + 5 * k) % n] - 0.5;
    std::sort(near, near + 12, [](double a, double b) { return std::fabs(a) < std::fabs(b); });
    out[i] = near[0] + near[11];
  }
}

[[clustrix::cluster]]
void overlapping(double* a, int n) {
  for (int i = 0; i < n; ++i) std::sort(a + 3 * i, a + 3 * i + 5);  // want: serial
}

// The comparison's answer depends on what the loop writes.
[[clustrix::cluster]]
void by_weight(int* a, const double* weight, double* sum, int rows, int columns) {
  for (int r = 0; r < rows; ++r) {  // want: serial
    std::sort(a + r * columns, a + (r + 1) * columns, [&](int i, int j) { return weight[i] + sum[0] < weight[j] + sum[0]; });
    sum[0] += 1;
  }
}

[[clustrix::cluster]]
void ends(const double* a, const double* b, double* low, double* high, int n) {
  for (int i = 0; i < n; ++i) {  // want: parallel
    const auto [least, greatest] = std::minmax(a[i], b[i]);
    low[i] = least;
    high[i] = greatest - least;
  }
}

[[clustrix::cluster]]
void spread(const float* a, float* out, int n) {
  for (int i = 0; i < n; ++i) {  // want: parallel
    const float x = a[i] * 2, y = a[n - 1 - i];
    const auto both = std::minmax(x, y);
    out[i] = both.second - both.first + std::minmax(y, x).first;
  }
}

// The references lead to what is assigned in between.
[[clustrix::cluster]]
void ordered(double* a, double* b, int n) {
  for (int i = 0; i < n; ++i) {  // want: parallel
    const auto [least, greatest] = std::minmax(a[i], b[i]);
    a[i] = least;
    b[i] = greatest;
  }
}

[[clustrix::cluster]]
void shifted(double* a, const double* b, int n) {
  for (int i = 1; i < n; ++i) {  // want: serial
    const auto [least, greatest] = std::minmax(a[i - 1], b[i]);
    a[i] = least + 0.5 * greatest;
  }
}

int main() {
  constexpr int rows = 40, columns = 75, n = rows * columns;
  Random random(8);
  std::vector<Point> grid(n);
  std::vector<int> keys(n);
  random.fillBelow(keys, 20);
  for (int i = 0; i < n; ++i) grid[i] = {static_cast<double>(keys[i]), i};
  by_energy(grid.data(), rows, columns);
  std::vector<int> places;
  for (const Point& point : grid) places.push_back(point.place);
  show("by_energy", places.data(), n);
  std::vector<double> x(n), y(n), low(n), high(n);
  random.fillUnit(x);
  random.fillUnit(y);
  descending(x, rows, columns);
  show("descending", x.data(), n);
  std::vector<float> f(n), g(n);
  for (int i = 0; i < n; ++i) f[i] = static_cast<float>(y[i]);
  spread(f.data(), g.data(), n);
  show("spread", g.data(), n);
  plain(f.data(), rows, columns);
  show("plain", f.data(), n);
  nearest(y.data(), low.data(), n);
  show("nearest", low.data(), n);
  ends(x.data(), y.data(), low.data(), high.data(), n);
  show("ends low", low.data(), n);
  show("ends high", high.data(), n);
  ordered(low.data(), high.data(), n);
  show("ordered", low.data(), n);
  show("ordered high", high.data(), n);
  shifted(x.data(), y.data(), n);
  show("shifted", x.data(), n);
  std::vector<double> sum(1, 0.5);
  by_weight(keys.data(), y.data(), sum.data(), rows, columns);
  show("by_weight", keys.data(), n);
  overlapping(y.data(), n / 3 - 2);
  show("overlapping", y.data(), n);
}
