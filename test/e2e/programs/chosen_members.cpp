// Members of small objects by number, `v[k]`, however the class finds them.
#include "show.h"

#include <cmath>

struct ByQuestion {
  double x, y, z;
  double& operator[](int i) { return i == 0 ? x : i == 1 ? y : z; }
  double operator[](int i) const { return i == 0 ? x : i == 1 ? y : z; }
};

struct ByCase {
  double x, y, z;
  double& operator[](int i) {
    switch (i) {
      case 0: return x;
      case 1: return y;
      default: return z;
    }
  }
};

struct ByTest {
  double x, y, z;
  double& operator[](int i) {
    if (i == 0) return x;
    if (i == 1) return y;
    return z;
  }
};

struct ByAddress {
  double x, y, z;
  double& operator[](int i) { return (&x)[i]; }
};

template <class V>
std::vector<V> points(int n) {
  Random random(11);
  std::vector<V> a(n);
  for (V& one : a) {
    one.x = random.coarse() * 8 - 4;
    one.y = random.coarse() * 8 - 4;
    one.z = random.coarse() * 8 - 4;
  }
  return a;
}

template <class V>
void print(const char* name, const std::vector<V>& a) {
  std::vector<double> all;
  for (const V& one : a) all.insert(all.end(), {one.x, one.y, one.z});
  show(name, all);
}

// What a periodic box does: the copy is the iteration's own, whichever part of it is meant.
[[clustrix::cluster]]
void wrap(ByQuestion* a, double length, int n) {
  for (int i = 0; i < n; ++i) {  // want: parallel
    ByQuestion d = a[i];
    for (int k = 0; k < 3; ++k) d[k] -= length * std::round(d[k] / length);  // may: parallel
    a[i] = d;
  }
}

[[clustrix::cluster]]
void shift(std::vector<ByQuestion>& a, double by) {
  for (std::size_t i = 0; i < a.size(); ++i) {  // want: parallel
    ByQuestion d = a[i];
    d[0] += 1;
    d[1] += 2;
    d[2] += by;
    a[i] = d;
  }
}

[[clustrix::cluster]]
void scale(std::vector<ByQuestion>& a, std::vector<ByCase>& b, std::vector<ByTest>& c, double by) {
  for (std::size_t i = 0; i < a.size(); ++i)      // want: parallel
    for (int k = 0; k < 3; ++k) a[i][k] *= by;    // may: parallel
  for (std::size_t i = 0; i < b.size(); ++i)      // want: parallel
    for (int k = 0; k < 3; ++k) b[i][k] -= by;    // may: parallel
  for (std::size_t i = 0; i < c.size(); ++i)      // want: parallel
    for (int k = 0; k < 3; ++k) c[i][k] += i + k; // may: parallel
}

[[clustrix::cluster]]
void box(std::vector<ByCase>& a, std::vector<ByTest>& b, double length) {
  for (auto& p : a)                // want: parallel
    for (int k = 0; k < 3; ++k) {  // may: parallel
      if (p[k] < 0)
        p[k] += length;
      else if (p[k] >= length)
        p[k] -= length;
    }
  for (auto& p : b) {  // want: parallel
    ByTest own = p;
    for (int k = 0; k < 3; ++k)  // may: parallel
      if (own[k] < 0) own[k] += length;
    p = own;
  }
}

[[clustrix::cluster]]
void swapped(ByAddress* a, int n) {
  for (int i = 0; i < n; ++i) {  // want: parallel
    ByAddress d = a[i];
    const double first = d[0];
    d[0] = d[2];
    d[2] = first;
    a[i] = d;
  }
}

/// Which part is written cannot be told, and so neither whether a later iteration reads it.
[[clustrix::cluster]]
void passed_on(std::vector<ByQuestion>& a, int from, int to) {
  for (std::size_t i = 1; i < a.size(); ++i)  // want: serial
    a[i][to] = a[i - 1][from] * 0.5;
}

/// Parts that are certain not to meet.
[[clustrix::cluster]]
void apart(std::vector<ByQuestion>& a) {
  for (std::size_t i = 1; i < a.size(); ++i)  // want: parallel
    a[i][0] = a[i - 1][1] * 0.5;
}

/// One part is written, another one is what the last iteration has left there.
[[clustrix::cluster]]
void carried(std::vector<ByCase>& a, int k) {
  ByCase own{1, 2, 3};
  for (std::size_t i = 0; i < a.size(); ++i) {  // want: serial
    own[k] = a[i][0];
    a[i][1] = own[0] + own[1];
  }
}

/// Of two own variables, one is changed by another name.
[[clustrix::cluster]]
void renamed(int* a, int n, int which) {
  for (int i = 0; i < n; ++i) {  // may: parallel
    int low = i, high = i + n;
    int& chosen = which > 0 ? low : high;
    chosen = 0;
    a[low] += 1;
    a[high] += 2;
  }
}

int main() {
  const int n = 257;
  auto a = points<ByQuestion>(n);
  auto b = points<ByCase>(n);
  auto c = points<ByTest>(n);
  auto d = points<ByAddress>(n);
  wrap(a.data(), 3, n);
  print("wrapped", a);
  shift(a, 0.5);
  print("shifted", a);
  scale(a, b, c, 1.5);
  box(b, c, 2);
  print("a", a);
  print("b", b);
  print("c", c);
  swapped(d.data(), n);
  print("swapped", d);
  passed_on(a, 0, 0);
  passed_on(a, 1, 2);
  print("passed on", a);
  apart(a);
  print("apart", a);
  carried(b, 0);
  carried(b, 2);
  print("carried", b);
  std::vector<int> e(2 * n);
  renamed(e.data(), n, 1);
  renamed(e.data(), n, 0);
  show("renamed", e);
}
