// Running sums that are spelled as recurrences, and recurrences that are none.
#include "show.h"

#include <algorithm>
#include <cstddef>
#include <span>

[[clustrix::cluster]]
void of_another(double* y, const double* x, int n) {
  if (n > 0) y[0] = x[0];
  for (int i = 1; i < n; ++i) y[i] = y[i - 1] + x[i];  // want: parallel
}

[[clustrix::cluster]]
void in_place(std::vector<int>& a) {
  for (std::size_t i = 1; i < a.size(); ++i) a[i] += a[i - 1];  // want: parallel
}

[[clustrix::cluster]]
void row_starts(int* start, const int* count, int n) {
  start[0] = 0;
  for (int i = 0; i < n; ++i) {  // want: parallel
    start[i + 1] = start[i] + count[i];
  }
}

[[clustrix::cluster]]
void backwards(double* y, const double* x, int n) {
  for (int i = n - 2; i >= 0; --i)  // want: parallel
    y[i] = x[i] + y[i + 1];
}

[[clustrix::cluster]]
void from_there(std::span<double> y, std::span<const double> x, int first) {
  for (int i = first; i < static_cast<int>(y.size()); i++) y[i] = y[i - 1] - x[i] * x[i];  // want: parallel
}

[[clustrix::cluster]]
void products(unsigned* y, const unsigned* x, int n) {
  for (int i = 1; i < n; ++i) y[i] = y[i - 1] * x[i];  // want: parallel
}

// The host touches both before and behind.
[[clustrix::cluster]]
void between(std::vector<double>& y, const std::vector<double>& x, int n) {
  for (int i = 0; i < n; ++i) y[i] = x[i] * 2;  // want: parallel
  if (n > 3) y[0] = 5;
  for (int i = 1; i < n; ++i) y[i] = y[i - 1] + y[i];  // want: parallel
  for (int i = 0; i < n; ++i) y[i] += 1;  // want: parallel
}

// --- Traps

// Not what the iteration before has left.
[[clustrix::cluster]]
void two_back(double* y, const double* x, int n) {
  for (int i = 2; i < n; ++i) y[i] = y[i - 2] + x[i];  // want: serial
}

[[clustrix::cluster]]
void scaled(double* y, const double* x, int n) {
  for (int i = 1; i < n; ++i) y[i] = 0.5 * y[i - 1] + x[i];  // want: serial
}

[[clustrix::cluster]]
void the_other_way(double* y, const double* x, int n) {
  for (int i = n - 1; i > 0; --i) y[i] = y[i - 1] + x[i];  // want: serial
}

[[clustrix::cluster]]
void taken_off(double* y, const double* x, int n) {
  for (int i = 1; i < n; ++i) y[i] = x[i] - y[i - 1];  // want: serial
}

[[clustrix::cluster]]
void rounded_each_time(int* y, const double* x, int n) {
  for (int i = 1; i < n; ++i) y[i] = y[i - 1] + x[i];  // want: serial
}

[[clustrix::cluster]]
void two_at_a_time(int* y, const int* x, int n) {
  for (int i = 1; i < n; i += 2) y[i] = y[i - 1] + x[i];  // want: parallel
}

// What is added lies in what is written: the guard fails, and the loop runs as it is written.
[[clustrix::cluster]]
void overlapping(int* y, const int* x, int n) {
  for (int i = 1; i < n; ++i) y[i] = y[i - 1] + x[i];  // may: parallel
}

int main() {
  Random random(31);
  for (const int n : {0, 1, 2, 3, 5000}) {
    std::vector<double> x(n + 1), y(n + 1);
    std::vector<int> a(n + 1), c(n + 1);
    std::vector<unsigned> u(n + 1), v(n + 1);
    random.fillUnit(x);
    random.fillUnit(y);
    random.fillBelow(c, 10);
    for (unsigned& one : u) one = random.bits() | 1;
    for (unsigned& one : v) one = random.bits() | 1;
    of_another(y.data(), x.data(), n), show("another", y);
    of_another(y.data() + 1, y.data(), std::min(n, 20)), show("itself behind", y);
    of_another(y.data(), y.data(), n), show("itself", y);
    a = c, in_place(a), show("in place", a);
    row_starts(a.data(), c.data(), n), show("starts", a);
    random.fillUnit(y);
    backwards(y.data(), x.data(), n), show("backwards", y);
    random.fillUnit(y);
    for (const int first : {1, 2, n / 2 + 1}) from_there(std::span(y.data(), n), x, first), show("there", y);
    products(u.data(), v.data(), n), show("products", u);
    between(y, x, n), show("between", y);
    random.fillUnit(y);
    two_back(y.data(), x.data(), n), show("two back", y);
    scaled(y.data(), x.data(), n), show("scaled", y);
    the_other_way(y.data(), x.data(), n), show("other way", y);
    taken_off(y.data(), x.data(), n), show("taken off", y);
    rounded_each_time(a.data(), x.data(), n), show("rounded", a);
    two_at_a_time(a.data(), c.data(), n), show("two at a time", a);
    overlapping(a.data(), a.data() + 1, n), show("ahead", a);
    for (int& one : a) one &= 1;
    overlapping(a.data() + 1, a.data(), std::min(n, 20)), show("behind", a);
  }
}
