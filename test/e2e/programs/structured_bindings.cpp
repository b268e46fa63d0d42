// Structured bindings of structures, arrays, pairs and tuples; inside loops, in their heads, and in front of them.
#include "show.h"

#include <array>
#include <tuple>
#include <utility>

struct Point {
  double x, y;
};

[[clustrix::cluster]]
void sums(const Point* p, double* out, int n) {
  for (int i = 0; i < n; ++i) {  // want: parallel
    auto [x, y] = p[i];
    x += 1;
    out[i] = x + y;
  }
}

[[clustrix::cluster]]
void swaps(Point* p, int n) {
  for (int i = 0; i < n; ++i) {  // want: parallel
    auto& [x, y] = p[i];
    const double t = x;
    x = y;
    y = t;
  }
}

[[clustrix::cluster]]
void of_elements(std::vector<Point>& points) {
  for (auto& [x, y] : points) y += 2 * x;  // want: parallel
}

[[clustrix::cluster]]
double of_pairs(std::vector<std::pair<int, double>>& pairs) {
  double sum = 0;
  for (auto& [key, value] : pairs) {  // want: parallel
    value += key;
    sum += value;
  }
  return sum;
}

[[clustrix::cluster]]
void of_tuples(std::tuple<int, double, int>* t, int n) {
  for (int i = 0; i < n; ++i) {  // want: parallel
    auto& [a, b, c] = t[i];
    c = a + 1;
    b *= 2;
    std::get<0>(t[i]) = c * 3;
  }
}

[[clustrix::cluster]]
void of_arrays(int* out, int n) {
  for (int i = 0; i < n; ++i) {  // want: parallel
    int three[3] = {i, 2 * i, 3};
    auto [a, b, c] = three;
    const auto& [d, e] = std::array<int, 2>{i, 5};
    out[i] = a + b * c + d + e;
  }
}

[[clustrix::cluster]]
void in_front(double* a, Point scale, int rows, int columns) {
  const auto [m, n] = std::pair{rows, columns};
  auto [x, y] = scale;
  for (int r = 0; r < m; ++r)                                                     // want: parallel
    for (int c = 0; c < n; ++c) a[r * columns + c] = a[r * columns + c] * x + y;  // want: parallel
}

// Trap: the names are parts of one element, the next iteration reads them.
[[clustrix::cluster]]
void neighbours(Point* p, int n) {
  for (int i = 1; i < n; ++i) {  // want: serial
    auto& [x, y] = p[i];
    const auto& [before, unused] = p[i - 1];
    x = before + y;
  }
}

// Trap: a reference to one object for all iterations.
[[clustrix::cluster]]
double one_object(Point& total, const double* a, int n) {
  for (int i = 0; i < n; ++i) {  // want: serial
    auto& [sum, last] = total;
    sum = sum * 0.5 + a[i];
    last = sum;
  }
  return total.y;
}

int main() {
  Random random(21);
  for (const int n : {0, 1, 9, 1000}) {
    std::vector<Point> points(n);
    std::vector<std::pair<int, double>> pairs(n);
    std::vector<std::tuple<int, double, int>> tuples(n);
    for (int i = 0; i < n; ++i) {
      points[i] = {random.unit(), random.unit()};
      pairs[i] = {random.below(10), random.coarse()};
      tuples[i] = {random.below(10), random.unit(), random.below(5)};
    }
    std::vector<double> out(n);
    std::vector<int> whole(n);
    sums(points.data(), out.data(), n);
    show("sums", out.data(), n);
    swaps(points.data(), n);
    of_elements(points);
    put("pairs", of_pairs(pairs));
    of_tuples(tuples.data(), n);
    of_arrays(whole.data(), n);
    show("arrays", whole.data(), n);
    in_front(out.data(), {2, 0.5}, n / 10, 10);
    show("front", out.data(), n);
    neighbours(points.data(), n);
    Point total{1, 2};
    put("object", one_object(total, out.data(), n));
    double sum = 0;
    for (int i = 0; i < n; ++i) {
      const auto& [a, b, c] = tuples[i];
      sum += points[i].x + 2 * points[i].y + 3 * pairs[i].second + a + b + c;
    }
    put("all", sum);
  }
}
