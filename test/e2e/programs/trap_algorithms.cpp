// Algorithms whose order matters, whose ranges overlap, whose functions keep state, or that are not the library's.
#include "show.h"

#include <algorithm>
#include <functional>
#include <iterator>
#include <numeric>

[[clustrix::cluster]]
void running(double* a, int n) {
  if (n < 2) return;
  std::transform(a, a + n - 1, a + 1, [](double x) { return x * 0.5 + 1; });         // want: serial
  std::transform(a + 1, a + n, a, a + 1, [](double x, double y) { return x - y; });  // want: serial
}

[[clustrix::cluster]]
void shifted(int* a, int n) {
  if (n > 1) std::copy(a + 1, a + n, a);  // want: serial
}

[[clustrix::cluster]]
void overlapping(const int* from, int* to, int n) {
  std::transform(from, from + n, to, [](int x) { return x + 1; });  // want: parallel
}

[[clustrix::cluster]]
void numbered(std::vector<int>& v) {
  int next = 0;
  std::generate(v.begin(), v.end(), [&next] { return next++; });                // want: serial
  std::for_each(v.begin(), v.end(), [c = 3](int& x) mutable { x += c++; });
}

[[clustrix::cluster]]
void prefix(std::vector<double>& v) {
  double sum = 0;
  std::for_each(v.begin(), v.end(), [&](double& x) { x = sum += x; });  // want: serial
}

[[clustrix::cluster]]
double folded(const std::vector<double>& v) {
  return std::accumulate(v.begin(), v.end(), 1.0, [](double a, double b) { return a * 0.5 + b; });  // want: serial
}

[[clustrix::cluster]]
int truncated(const std::vector<double>& v) {
  return std::accumulate(v.begin(), v.end(), 0);  // want: serial
}

[[clustrix::cluster]]
void own_value(std::vector<int>& v) {
  if (v.size() > 2) std::fill(v.begin(), v.end(), v[1]);  // want: serial
}

[[clustrix::cluster]]
void moving_target(int* a, int* b, int n) {
  int* out = a;
  std::transform(a, a + n, out, [&](int x) {
    out = b;
    return x + 1;
  });
  if (n > 0) out[0] = 5;
}

[[clustrix::cluster]]
int with_side_effect(int* a, int n) {
  int calls = 0;
  std::fill(a, a + (++calls, n), calls);
  const auto end = std::transform(a, a + n, a, [](int x) { return x + 2; });
  return calls + static_cast<int>(end - a);
}

[[clustrix::cluster]]
void backwards(std::vector<int>& v, const std::vector<int>& w) {
  std::copy(w.rbegin(), w.rend(), v.begin());
  std::transform(v.rbegin(), v.rend(), v.begin(), [](int x) { return x + 1; });
}

[[clustrix::cluster]]
double old_copies(std::vector<double>& v) {
  double s = 2;
  const auto scale = [s](double x) { return s * x; };
  s = 10;
  std::transform(v.begin(), v.end(), v.begin(), scale);  // may: parallel
  return s;
}

[[clustrix::cluster]]
int loop_heads(const std::vector<int>& v) {
  int total = 0;
  for (int i = std::accumulate(v.begin(), v.end(), 0) % 7; i < std::accumulate(v.begin(), v.end(), 0) % 50; ++i)
    total += i;
  while (std::count(v.begin(), v.end(), total) > 0) ++total;
  return total;
}

[[clustrix::cluster]]
int once_only(const std::vector<int>& v) {
  static const int first = std::accumulate(v.begin(), v.end(), 0);
  return first;
}

namespace mine {
template <class I, class F> void for_each(I first, I last, F f) {
  while (last != first) f(*--last);
}
}  // namespace mine

[[clustrix::cluster]]
void not_the_library(std::vector<int>& v) {
  int seen = 0;
  mine::for_each(v.begin(), v.end(), [&](int& x) { x += seen++; });
}

int main() {
  for (const int n : {0, 1, 9, 2000}) {
    Random random(3);
    std::vector<double> a(n + 1);
    std::vector<int> k(n), m(n + 9);
    random.fillUnit(a);
    random.fillBelow(k, 100);
    running(a.data(), n);
    show("running", a);
    shifted(m.data(), n);
    overlapping(m.data(), m.data() + 1, n);
    overlapping(m.data() + 1, m.data(), n);
    overlapping(k.data(), m.data(), n);
    show("overlapping", m);
    numbered(k);
    show("numbered", k);
    prefix(a);
    for (double& x : a) x /= 64;
    show("prefix", a);
    put("folded", folded(a));
    put("truncated", truncated(a));
    own_value(m);
    show("own_value", m);
    moving_target(k.data(), m.data(), n);
    show("moving_target.k", k);
    show("moving_target.m", m);
    put("with_side_effect", with_side_effect(m.data(), n));
    backwards(m, k);
    show("backwards", m);
    put("old_copies", old_copies(a));
    show("old_copies", a);
    for (int& x : k) x %= 17;
    put("loop_heads", loop_heads(k));
    put("once_only", once_only(k));
    not_the_library(k);
    show("not_the_library", k);
  }
}
