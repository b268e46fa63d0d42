// Elements that do not move, named in both parts of a choice, in conditions and in calls: each is what it is.
#include "show.h"

#include <algorithm>

[[clustrix::cluster]]
int largest(int* a, int* c, int n, int m) {
  int most = -2000, where = -1;
  for (int s = 0; s < 3; ++s)            // may: parallel
    for (short i = 0; i < n; ++i) {      // may: parallel
      int k = 0;
      while (k < m) {  // may: parallel
        if (std::min<int>(500, i % 3 != 1 ? a[s] : a[s]) >= most) {
          most = std::min<int>(500, i % 3 != 1 ? a[s] : a[s]);
          where = k;
        }
        c[k] = -c[k] % 1024;
        ++k;
      }
    }
  return most * 1000 + where;
}

[[clustrix::cluster]]
double clamped(const double* a, const double* b, double* c, int n, int s, int t) {
  double most = -1;
  for (int k = 0; k < n; ++k) {  // may: parallel
    const double x = std::max(c[k], k % 2 == 0 ? a[s] : a[t]);
    most = std::max(most, std::min(x, k % 3 == 0 ? b[s] : a[s]));
    c[k] = x + (k > s ? a[s] : k > t ? a[s] : b[t]);
  }
  return most;
}

[[clustrix::cluster]]
void either(int* a, int* c, int n, int s) {
  for (int k = 0; k < n; ++k)  // may: parallel
    c[k] = std::abs((k < 9 ? a[s] : a[s]) - (a[s] > 3 ? c[k] : a[s]));
}

[[clustrix::cluster]]
void never(const int* a, const int* b, int* c, int n) {
  constexpr int kind = 1;
  for (int k = 0; k < n; ++k) c[k] = std::max(k, kind == 0 ? a[3] : b[3]);  // may: parallel
}

struct Limits {
  int low, high;
};

[[clustrix::cluster]]
int within(const int* a, Limits& l, int n) {
  int count = 0;
  for (int k = 0; k < n; ++k)  // may: parallel
    if (std::max(a[k], k % 2 ? l.low : l.low) > std::min(a[k] / 2, k % 2 ? l.high : l.low)) ++count;
  return count;
}

int main() {
  constexpr int n = 2000;
  std::vector<int> a(n), b(n), c(n);
  std::vector<double> x(n), y(n), z(n);
  Random random(23);
  random.fillBelow(a, 900), random.fillBelow(b, 500), random.fillBelow(c, 211);
  random.fillUnit(x), random.fillUnit(y), random.fillUnit(z);
  put("largest", largest(a.data(), c.data(), 6, n)), show("c", c);
  put("clamped", clamped(x.data(), y.data(), z.data(), n, 5, 7)), show("z", z);
  either(a.data(), c.data(), n, 11), show("either", c);
  never(a.data(), b.data(), c.data(), n), show("never", c);
  Limits l{100, 300};
  put("within", within(a.data(), l, n));
}
