// Loops over reverse iterators of contiguous elements, and those that use such an iterator for more.
#include "show.h"

#include <array>
#include <iterator>

[[clustrix::cluster]]
void scaled(std::vector<double>& v, double by) {
  for (auto it = v.rbegin(); it != v.rend(); ++it) *it = *it * by + 1;  // want: parallel
}

[[clustrix::cluster]]
double summed(const std::vector<double>& v) {
  double sum = 0;
  for (auto it = std::crbegin(v); it != std::crend(v); it++) {  // want: parallel
    sum += *it;
  }
  return sum;
}

[[clustrix::cluster]]
void numbered(int* p, int n, std::vector<int>& v) {
  for (auto it = std::make_reverse_iterator(p + n), end = std::make_reverse_iterator(p); it != end; ++it)  // want: parallel
    *it += 3;
  for (std::vector<int>::reverse_iterator it = v.rbegin() + 1; it != v.rend(); ++it)  // want: parallel
    *it = static_cast<int>(it - v.rbegin() + 1) * 2;
}

struct Point {
  double x, y;
};

[[clustrix::cluster]]
void members(std::vector<Point>& points, std::array<double, 20>& a) {
  for (auto it = points.rbegin(); it != points.rend(); ++it) {  // want: parallel
    const double s = it->x + it->y;
    it->x = s;
    (*it).y -= s;
  }
  for (auto it = a.rbegin(); it != a.rend(); ++it) *it = *it + 0.5;  // want: parallel
}

[[clustrix::cluster]]
int last_of(const std::vector<int>& v, int key) {
  for (auto it = v.rbegin(); it != v.rend(); ++it)  // want: parallel
    if (*it == key) return static_cast<int>(it - v.rbegin());
  return -1;
}

[[clustrix::cluster]]
void running(std::vector<double>& v) {
  for (auto it = v.rbegin(); it != v.rend() - 1; ++it) *it += it[1];  // want: serial
  for (auto it = v.rbegin() + 1; it != v.rend(); ++it) *it += 0.5 * *(it - 1);  // want: serial
}

[[clustrix::cluster]]
void moved(std::vector<double>& v, std::vector<double>& w, double* p, int n) {
  double* q = p;
  for (auto it = std::make_reverse_iterator(q + n), end = std::make_reverse_iterator(q); it != end; ++it) {  // want: serial
    q = w.data();
    *it += q[0];
  }
  for (auto it = v.rbegin(); it != v.rend(); ++it) {  // may: parallel
    auto& v = w;
    *it += v[0];
  }
  for (auto it = v.rbegin(); it != v.rend(); ++it)  // want: serial
    if (*it > 0.9 && it + 1 != v.rend()) ++it;
}

int main() {
  for (const int n : {2, 3, 20, 3000}) {
    Random random(4);
    std::vector<double> v(n), w(n);
    std::vector<int> k(n), m(n);
    random.fillUnit(v);
    random.fillUnit(w);
    random.fillBelow(k, 10 * n);
    scaled(v, 0.75);
    show("scaled", v);
    put("summed", summed(v));
    numbered(k.data(), n, m);
    show("numbered.k", k);
    show("numbered.m", m);
    std::vector<Point> points(n);
    std::array<double, 20> a{};
    for (int i = 0; i < n; ++i) points[i] = {v[i], w[i]};
    members(points, a);
    for (int i = 0; i < n; ++i) v[i] = points[i].x - 2 * points[i].y;
    show("members", v);
    put("members.a", a[7]);
    put("last_of", last_of(k, k[n / 3]));
    put("last_of.none", last_of(k, -1));
    running(w);
    for (double& x : w) x = x / n;
    show("running", w);
    std::vector<double> p(w);
    if (n % 2 == 0) w.assign(w.size(), 0.25);
    moved(v, w, p.data(), n);
    show("moved.v", v);
    show("moved.p", p);
  }
}
