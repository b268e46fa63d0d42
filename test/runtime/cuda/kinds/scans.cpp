// Scans: running values that iterations write, an operator a function.
#include <algorithm>

#include "digest.h"

[[clustrix::cluster]] int inclusive(const int* a, int* b, int n) {
  int s = 3;
  for (int i = 0; i < n; ++i) {
    s += a[i];
    b[i] = s;
  }
  return s;
}
[[clustrix::cluster]] void exclusive(const int* a, std::vector<int>& starts) {
  int at = 0;
  for (std::size_t i = 0; i < starts.size(); ++i) {
    starts[i] = at;
    at += a[i];
  }
}
[[clustrix::cluster]] double of_doubles(const double* a, double* b, int n) {
  double s = 0;
  for (int i = 0; i < n; ++i) {
    s += a[i];
    b[i] = s;
  }
  return s;
}
[[clustrix::cluster]] unsigned products(const int* a, unsigned* b, int n) {
  unsigned p = 1;
  for (int i = 0; i < n; ++i) {
    p *= static_cast<unsigned>(a[i]) | 1u;
    b[i] = p;
  }
  return p;
}
[[clustrix::cluster]] int highest_so_far(const int* a, int* b, int n) {
  int most = -1;
  for (int i = 0; i < n; ++i) {
    if (a[i] > most) most = a[i];
    b[i] = most;
  }
  return most;
}
[[clustrix::cluster]] double lowest_so_far(const double* a, double* b, int n) {
  double least = 1e9;
  for (int i = 0; i < n; ++i) {
    least = std::min(least, a[i]);
    b[i] = least;
  }
  return least;
}
[[clustrix::cluster]] void xors(const int* a, unsigned* b, int n) {
  unsigned x = 5;
  for (int i = 0; i < n; ++i) {
    x ^= static_cast<unsigned>(a[i]);
    b[i] = x;
  }
}
[[clustrix::cluster]] int conditional(const int* a, int* rank, int n) {
  int count = 0;
  for (int i = 0; i < n; ++i) {
    if (a[i] % 3 == 0) ++count;
    rank[i] = count;
  }
  return count;
}
[[clustrix::cluster]] long two_values(const int* a, long* b, int n) {
  long s = 0, most = 0;
  for (int i = 0; i < n; ++i) {
    s += a[i];
    if (a[i] > most) most = a[i];
    b[i] = s - most;
  }
  return s + most;
}
[[clustrix::cluster]] void in_place(std::vector<int>& a) {
  int s = 0;
  for (std::size_t i = 0; i < a.size(); ++i) {
    s += a[i];
    a[i] = s;
  }
}
[[clustrix::cluster]] void recurrence(const double* a, double* b, int n) {
  b[0] = a[0];
  for (int i = 1; i < n; ++i) b[i] = b[i - 1] + a[i];
}

int main() {
  const int n = 7000;
  std::vector<int> a = integers(n, 1000, 10), b(n);
  std::vector<double> x = quarters(n, 11), y(n);
  std::vector<unsigned> u(n);
  std::vector<long> l(n);
  show("inclusive", inclusive(a.data(), b.data(), n));
  show("inclusive", b);
  exclusive(a.data(), b);
  show("exclusive", b);
  show("of_doubles", of_doubles(x.data(), y.data(), n));
  show("of_doubles", y);
  show("products", products(a.data(), u.data(), n));
  show("products", u);
  show("highest_so_far", highest_so_far(a.data(), b.data(), n));
  show("highest_so_far", b);
  show("lowest_so_far", lowest_so_far(x.data(), y.data(), n));
  show("lowest_so_far", y);
  xors(a.data(), u.data(), n);
  show("xors", u);
  show("conditional", conditional(a.data(), b.data(), n));
  show("conditional", b);
  show("two_values", static_cast<double>(two_values(a.data(), l.data(), n)));
  show("two_values", l);
  recurrence(x.data(), y.data(), n);
  show("recurrence", y);
  in_place(a);
  show("in_place", a);
}
