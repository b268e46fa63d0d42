// Minimum and maximum where a NaN is taken, where it is not, and where zeros of either sign meet.
#include "show.h"

#include <algorithm>
#include <cstring>
#include <limits>

[[clustrix::cluster]]
double taking_by_library(const double* a, int n, double high) {
  for (int i = 0; i < n; ++i)  // want: parallel
    high = std::max(a[i], high);
  return high;
}

[[clustrix::cluster]]
double taking_minimum(const double* a, int n, double low) {
  for (int i = 0; i < n; ++i)  // want: parallel
    low = std::min(a[i], low);
  return low;
}

[[clustrix::cluster]]
float taking_by_operator(const float* a, int n, float high) {
  for (int i = 0; i < n; ++i)  // want: parallel
    high = high > a[i] ? high : a[i];
  return high;
}

[[clustrix::cluster]]
double taking_strictly(const double* a, int n, double low) {
  for (int i = 0; i < n; ++i)  // want: parallel
    if (!(a[i] >= low)) low = a[i];
  return low;
}

[[clustrix::cluster]]
double keeping(const double* a, int n, double high) {
  for (int i = 0; i < n; ++i)  // want: parallel
    high = std::max(high, a[i]);
  return high;
}

[[clustrix::cluster]]
double keeping_ties(const double* a, int n, double high) {
  for (int i = 0; i < n; ++i)  // want: parallel
    if (a[i] >= high) high = a[i];
  return high;
}

[[clustrix::cluster]]
double of_lists(const double* a, const double* b, int n, double high) {
  for (int i = 0; i < n; ++i)  // want: parallel
    high = std::max({high, a[i], b[i]});
  return high;
}

[[clustrix::cluster]]
double of_pairs(const double* a, int n, double low) {
  for (int i = 0; i < n; ++i)  // want: parallel
    low = std::min({a[i], low});
  return low;
}

[[clustrix::cluster]]
double rows(const double* a, int n, int m, double high) {
  for (int i = 0; i < n; ++i)    // want: parallel
    for (int j = 0; j < m; ++j)  // want: parallel
      high = std::max(a[i * m + j], high);
  return high;
}

// What was found so far is read: an extremum in name only.
[[clustrix::cluster]]
double decaying(const double* a, int n, double high) {
  for (int i = 0; i < n; ++i)  // want: serial
    high = std::max(a[i], high * 0.5);
  return high;
}

/// A number, or its sign where it is zero, or a mark for NaN.
void putNumber(const char* name, double value) {
  std::printf("%s ", name);
  if (value != value)
    std::printf("nan\n");
  else
    std::printf("%s%#.9g\n", std::signbit(value) ? "negative " : "", std::fabs(value));
}

void all(const char* name, const std::vector<double>& a, double start) {
  const int n = static_cast<int>(a.size());
  std::vector<float> f(a.begin(), a.end());
  std::printf("%s\n", name);
  putNumber("taking_by_library", taking_by_library(a.data(), n, start));
  putNumber("taking_minimum", taking_minimum(a.data(), n, start));
  putNumber("taking_by_operator", taking_by_operator(f.data(), n, static_cast<float>(start)));
  putNumber("taking_strictly", taking_strictly(a.data(), n, start));
  putNumber("keeping", keeping(a.data(), n, start));
  putNumber("keeping_ties", keeping_ties(a.data(), n, start));
  putNumber("of_lists", of_lists(a.data(), a.data(), n, start));
  putNumber("of_pairs", of_pairs(a.data(), n, start));
  putNumber("rows", rows(a.data(), n / 3, 3, start));
  putNumber("decaying", decaying(a.data(), n, start));
}

int main() {
  const double nan = std::numeric_limits<double>::quiet_NaN(), infinity = std::numeric_limits<double>::infinity();
  Random random(5);
  const int n = 3000;
  std::vector<double> a(n);
  for (double& x : a) x = random.unit() - 0.5;
  all("plain", a, 0.1);
  all("from_nan", a, nan);
  all("from_infinity", a, -infinity);
  a[100] = 9;
  a[101] = -9;
  a[1700] = nan;
  all("one_nan", a, 0.1);
  all("one_nan_from_nan", a, nan);
  a[n - 1] = nan;
  all("nan_last", a, 0.1);
  a[n - 1] = infinity;
  a[0] = nan;
  all("nan_first", a, 50);
  for (double& x : a) x = nan;
  all("only_nan", a, 1);
  for (int i = 0; i < n; ++i) a[i] = i % 3 == 1 ? -0.0 : 0.0;
  all("zeros", a, -0.0);
  for (int i = 0; i < n; ++i) a[i] = i == 1500 ? 0.0 : -0.0;
  all("one_zero", a, 0.0);
  all("none", {}, 0.5);
}
