// Algorithms that stop early: finding, testing and comparing, on pointers, containers, ranges and backwards.
#include "show.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <span>

[[clustrix::cluster]]
long finds(const std::vector<int>& v, const double* p, int n, int key) {
  const auto at = std::find(v.begin(), v.end(), key);                              // want: parallel
  const double* big = std::find_if(p, p + n, [=](double x) { return x > 0.99; });  // want: parallel
  auto not_small = std::find_if_not(p + n / 2, p + n, [](double x) {               // want: parallel
    return x < 0.5;
  });
  return (at - v.begin()) * 5 + (big - p) * 3 + (not_small - p);
}

[[clustrix::cluster]]
int tests(const std::vector<int>& v, std::span<const double> s, int limit) {
  int sum = 0;
  if (std::any_of(v.begin(), v.end(), [=](int x) { return x == limit; })) sum += 1;       // want: parallel
  if (!std::all_of(s.begin(), s.end(), [](double x) { return x >= 0; })) sum += 2;        // want: parallel
  const bool none = std::none_of(v.begin(), v.end(), [&](int x) { return x > 2 * limit; });  // want: parallel
  if (sum > 90)
    sum = 3;
  else if (std::ranges::any_of(v, [](int x) { return x % 1000 == 7; }))                   // want: parallel
    sum += 4;
  return sum + (none ? 8 : 0) + (std::ranges::all_of(s, [](double x) { return x < 1; }) ? 16 : 0);  // want: parallel
}

[[clustrix::cluster]]
long ranges(const std::vector<int>& v, const std::array<int, 50>& a, const int (&c)[30]) {
  long sum = std::ranges::find(v, 17) - v.begin();                                     // want: parallel
  sum = sum * 3 + (std::ranges::find_if(a, [](int x) { return x > 40; }) - a.begin());  // want: parallel
  sum = sum * 3 + (std::ranges::find(c, 25) - c);                                      // want: parallel
  sum = sum * 3 + (std::ranges::find(v.begin() + v.size() / 2, v.end(), 3) - v.begin());  // want: parallel
  return sum * 2 + std::ranges::is_sorted(a);                                          // want: parallel
}

[[clustrix::cluster]]
long neighbours(const std::vector<int>& v, const double* p, int n) {
  long sum = std::adjacent_find(v.begin(), v.end()) - v.begin();                                       // want: parallel
  sum += std::adjacent_find(p, p + n, [](double a, double b) { return a * 2 < b && b < a * 2.01; }) - p;  // want: parallel
  sum += std::is_sorted(v.begin(), v.end()) ? 100 : 0;                                                 // want: parallel
  return sum * 3 + (std::is_sorted_until(p, p + n) - p);                                               // want: parallel
}

[[clustrix::cluster]]
long comparisons(const std::vector<int>& v, const std::vector<int>& w, const double* p, const double* q, int n) {
  const auto [a, b] = std::mismatch(v.begin(), v.end(), w.begin());                                // want: parallel
  long sum = (a - v.begin()) * 2 + (b - w.begin());
  if (std::equal(v.begin(), v.end(), w.begin())) sum += 1000;                                      // want: parallel
  const bool near = std::equal(p, p + n, q, [](double x, double y) { return x - y < 0.95; });      // want: parallel
  return sum + (near ? 7 : 0);
}

struct Particle {
  double x, mass;
};
bool heavy(const Particle& p) { return p.mass > 0.999; }

[[clustrix::cluster]]
long structures(const std::vector<Particle>& all, const std::vector<double>& limits, double far) {
  const auto found = std::find_if(all.begin(), all.end(), heavy);  // want: parallel
  const auto out = std::find_if(all.begin(), all.end(), [&](const Particle& p) { return p.x > far + limits[0]; });  // may: parallel
  if (auto at = std::find_if(all.begin(), all.end(), [](const Particle& p) { return p.x < 0.001; }); at != all.end())  // want: parallel
    return (at - all.begin()) + (found - all.begin()) + (out - all.begin());
  return found - out;
}

[[clustrix::cluster]]
long backwards(const std::vector<int>& v, int* p, int n, int key) {
  const auto last = std::find(v.rbegin(), v.rend(), key);                                     // want: parallel
  long sum = last - v.rbegin();
  sum += std::find(std::make_reverse_iterator(p + n), std::make_reverse_iterator(p), key).base() - p;  // want: parallel
  return sum * 2 + std::any_of(v.crbegin() + 1, v.crend(), [=](int x) { return x == key; });   // want: parallel
}

class Table {
public:
  explicit Table(std::vector<int> keys) : keys_(std::move(keys)) {}
  [[clustrix::cluster]] bool holds(int key) const {
    return std::find(keys_.begin(), keys_.end(), key) != keys_.end();  // want: parallel
  }

private:
  std::vector<int> keys_;
};

int main() {
  for (const int n : {2, 3, 40, 5000}) {
    Random random(11);
    std::vector<int> v(n), w;
    std::vector<double> p(n), q(n);
    std::vector<Particle> all(n);
    random.fillBelow(v, 3 * n);
    random.fillUnit(p);
    random.fillUnit(q);
    for (int i = 0; i < n; ++i) all[i] = {p[i], q[i]};
    w = v;
    for (const int where : {-1, 0, n / 2, n - 1}) {
      if (where >= 0) w[where] += 1;
      put("comparisons", comparisons(v, w, p.data(), q.data(), n));
      if (where >= 0) w[where] -= 1;
      const int key = where < 0 ? -5 : v[where];
      put("finds", finds(v, p.data(), n, key));
      put("tests", tests(v, q, key));
      put("backwards", backwards(v, v.data(), n, key));
      put("holds", Table(v).holds(key));
    }
    put("neighbours", neighbours(v, p.data(), n));
    std::vector<int> sorted(n);
    for (int i = 0; i < n; ++i) sorted[i] = 2 * i;
    put("neighbours.sorted", neighbours(sorted, p.data(), n));
    put("structures", structures(all, p, 0.5));
    std::array<int, 50> a;
    int c[30];
    for (int i = 0; i < 50; ++i) a[i] = i;
    for (int i = 0; i < 30; ++i) c[i] = i * i % 31;
    put("ranges", ranges(v, a, c));
  }
  put("empty.tests", tests({}, {}, 0));
  put("empty.neighbours", neighbours({}, nullptr, 0));
}
