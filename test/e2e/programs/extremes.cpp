// Minimum and maximum by comparison, by the conditional operator and by library calls.
#include "show.h"

#include <vector>
#include <limits>
#include <cstdint>
#include <algorithm>

[[clustrix::cluster]]
int smallest(const int* a, int n) {
  int best = a[0];
  for (int i = 1; i < n; ++i)  // want: parallel
    if (a[i] < best) best = a[i];
  return best;
}

[[clustrix::cluster]]
double by_library(const double* a, int n) {
  double low = 1e30, high = -1e30;
  for (int i = 0; i < n; ++i) {  // want: parallel
    low = std::min(low, a[i]);
    high = std::max(high, a[i]);
  }
  return high - low;
}

// A NaN would replace what was found so far: only the order of the source is right.
[[clustrix::cluster]]
double forgets_at_nan(const double* a, int n) {
  double high = -1;
  for (int i = 0; i < n; ++i)  // may: parallel
    high = std::max(a[i], high);
  return high;
}

[[clustrix::cluster]]
float by_operator(const float* a, int n) {
  float high = 0;
  for (int i = 0; i < n; ++i)  // want: parallel
    high = a[i] > high ? a[i] : high;
  return high;
}

[[clustrix::cluster]]
double largest_step(const double* a, int n) {
  double step = 0;
  for (int i = 1; i < n; ++i)  // want: parallel
    step = std::fmax(step, std::fabs(a[i] - a[i - 1]));
  return step;
}

[[clustrix::cluster]]
void of_rows(const int* a, int* low, int* high, int rows, int columns) {
  for (int r = 0; r < rows; ++r) {  // want: parallel
    int lo = 1 << 30, hi = -(1 << 30);
    for (int c = 0; c < columns; ++c) {  // want: parallel
      lo = std::min(lo, a[r * columns + c]);
      if (hi < a[r * columns + c]) hi = a[r * columns + c];
    }
    low[r] = lo;
    high[r] = hi;
  }
}

[[clustrix::cluster]]
unsigned bounded(const unsigned* a, int n, unsigned start) {
  for (int i = 0; i < n; ++i)  // want: parallel
    if (a[i] >= start) start = a[i];
  return start;
}

// Of numbers under other names the worst one is infinite, too.
using Real = double;

[[clustrix::cluster]]
Real least_real(const Real* a, int n, Real m) {
  for (int i = 0; i < n; ++i)  // want: parallel
    if (a[i] < m) m = a[i];
  return m;
}

[[clustrix::cluster]]
std::vector<float>::value_type greatest_value(const std::vector<float>& a) {
  std::vector<float>::value_type m = a[0];
  for (std::size_t i = 1; i < a.size(); ++i) m = std::max(m, a[i]);  // want: parallel
  return m;
}

[[clustrix::cluster]]
int last_least(const std::vector<double>& a, int n) {
  int at = 0;
  for (int i = 0; i < n; ++i)  // want: parallel
    if (a[i] <= a[at]) at = i;
  return at;
}

[[clustrix::cluster]]
std::int16_t least_short(const std::int16_t* a, int n, std::int16_t m) {
  for (int i = 0; i < n; ++i)  // want: parallel
    if (a[i] < m) m = a[i];
  return m;
}

int main() {
  Random random(29);
  const int n = 40009;
  std::vector<int> a(n);
  for (int& x : a) x = random.below(1000000) - 500000;
  put("smallest", smallest(a.data(), n));
  put("smallest_one", smallest(a.data(), 1));
  std::vector<double> d(n);
  random.fillUnit(d);
  put("library", by_library(d.data(), n));
  put("library_none", by_library(d.data(), 0));
  put("forgets", forgets_at_nan(d.data(), n));
  d[n / 2] = std::nan("");
  put("forgets_nan", forgets_at_nan(d.data(), n));
  put("library_nan", by_library(d.data(), n));
  d[n / 2] = 0.5;
  put("step", largest_step(d.data(), n));
  std::vector<float> f(n);
  random.fillUnit(f);
  put("operator", by_operator(f.data(), n));
  std::vector<int> low(100), high(100);
  of_rows(a.data(), low.data(), high.data(), 100, 321);
  show("low", low);
  show("high", high);
  std::vector<unsigned> u(n);
  for (unsigned& x : u) x = random.bits();
  put("bounded", bounded(u.data(), n, 17));
  put("bounded_max", bounded(u.data(), n, 4294967295u));
  const double endless = std::numeric_limits<double>::infinity();
  const std::vector<double> all(50, endless);
  const std::vector<float> none(50, -std::numeric_limits<float>::infinity());
  const std::vector<std::int16_t> shorts(50, 32767);
  put("least real", least_real(all.data(), 50, endless) == endless);
  put("greatest value", greatest_value(none) == none[0]);
  put("last least", last_least(all, 50));
  put("least short", least_short(shorts.data(), 50, 32767));
}
