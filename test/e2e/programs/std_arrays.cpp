// std::array as a local table, a parameter, an element of a vector, and a result.
#include "show.h"

#include <array>
#include <cstddef>

using Point = std::array<double, 3>;

[[clustrix::cluster]]
void weigh(double* out, const double* in, const std::array<double, 5>& weight, int n) {
  for (int i = 2; i < n - 2; ++i) {  // want: parallel
    double sum = 0;
    for (int k = 0; k < 5; ++k)  // want: parallel
      sum += weight[k] * in[i + k - 2];
    out[i] = sum;
  }
}

[[clustrix::cluster]]
void table(std::array<int, 1000>& a) {
  for (std::size_t i = 0; i < a.size(); ++i)  // want: parallel
    a[i] = static_cast<int>(i * i % 97);
}

[[clustrix::cluster]]
std::array<long, 300> made(long first) {
  std::array<long, 300> result{};
  for (int i = 0; i < 300; ++i)  // want: parallel
    result[i] = first + 7 * i;
  return result;
}

[[clustrix::cluster]]
void displace(std::vector<Point>& points, const Point& by) {
  for (std::size_t i = 0; i < points.size(); ++i)  // may: parallel
    for (int d = 0; d < 3; ++d)                    // may: parallel
      points[i][d] += by[d];
}

int main() {
  Random random(24);
  const int n = 8009;
  std::vector<double> in(n), out(n, -1);
  random.fillUnit(in);
  weigh(out.data(), in.data(), {0.1, 0.2, 0.4, 0.2, 0.1}, n);
  show("weigh", out);
  static std::array<int, 1000> a{};
  table(a);
  show("table", a.data(), 1000);
  const auto m = made(-50);
  show("made", m.data(), 300);
  std::vector<Point> points(2003);
  for (Point& p : points) random.fillUnit(p);
  displace(points, {0.5, -0.25, 4});
  displace(points, points[7]);
  std::vector<double> flat;
  for (const Point& p : points) flat.insert(flat.end(), p.begin(), p.end());
  show("points", flat);
}
