// std::span: parameters, subspans, ranges, and spans over the same memory.
#include "show.h"

#include <cstddef>
#include <span>

[[clustrix::cluster]]
void add(std::span<double> a, std::span<const double> b) {
  for (std::size_t i = 0; i < a.size(); ++i)  // want: parallel
    a[i] += b[i];
}

[[clustrix::cluster]]
void scale(std::span<double> a, double by) {
  for (double& x : a)  // want: parallel
    x *= by;
}

[[clustrix::cluster]]
double dot(std::span<const double> a, std::span<const double> b) {
  double sum = 0;
  for (std::size_t i = 0; i < a.size() && i < b.size(); ++i)  // may: parallel
    sum += a[i] * b[i];
  return sum;
}

[[clustrix::cluster]]
void fixed(std::span<float, 256> a) {
  for (int i = 0; i < 256; ++i)  // want: parallel
    a[i] = static_cast<float>(i) * 0.5f - a[i];
}

[[clustrix::cluster]]
void halves(std::span<double> all) {
  const std::span<double> low = all.subspan(0, all.size() / 2);
  const std::span<double> high = all.subspan(all.size() / 2);
  for (std::size_t i = 0; i < low.size(); ++i)  // may: parallel
    low[i] = high[i] * 2;
}

int main() {
  Random random(25);
  const int n = 9001;
  std::vector<double> a(n), b(n);
  random.fillUnit(a);
  random.fillUnit(b);
  add(a, b);
  add({a.data() + 1, 5000}, {a.data(), 5000});
  add({b.data(), 4000}, {b.data(), 4000});
  show("add", a);
  show("self", b);
  scale(a, 0.001);
  scale({}, 3);
  show("scale", a);
  for (double& x : a) x = random.coarse();
  for (double& x : b) x = random.coarse();
  put("dot", dot(a, b));
  std::vector<float> f(256);
  random.fillUnit(f);
  fixed(std::span<float, 256>(f.data(), 256));
  show("fixed", f);
  halves(a);
  show("halves", a);
}
