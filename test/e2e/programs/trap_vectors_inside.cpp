// Vectors of an iteration's own that no workspace can stand for: their sizes differ, change, are impossible, or somebody
// else gets hold of them.
#include "show.h"

#include <algorithm>
#include <stdexcept>
#include <vector>

/// One size for each iteration.
[[clustrix::cluster]]
void triangle(const double* a, double* b, int n) {
  for (int i = 0; i < n; ++i) {  // may: parallel
    std::vector<double> w(i + 1);
    for (int j = 0; j <= i; ++j) w[j] = a[j];
    b[i] = w[i] + w[i / 2] + w.size();
  }
}

/// The size is counted on, behind the vector.
[[clustrix::cluster]]
void counted(const double* a, double* b, int n) {
  int m = 2;
  for (int i = 0; i < n; ++i) {  // may: parallel
    std::vector<double> w(m);
    for (int j = 0; j < m; ++j) w[j] = a[j] + j;
    b[i] = w[m - 1] + m;
    m = m % 7 + 1;
  }
}

/// It grows, shrinks, is given away, copied.
[[clustrix::cluster]]
void growing(const double* a, double* b, int n, int m) {
  for (int i = 0; i < n; ++i) {  // may: parallel
    std::vector<double> w(m);
    w.push_back(a[i]);
    for (int j = 0; j < m; ++j) w[j] = a[i + j];
    b[i] = w.back() + w[0];
  }
}
static double summed(std::vector<double> values) {
  double sum = 0;
  for (double& value : values) sum += value++;
  return sum;
}
[[clustrix::cluster]]
void copied(const double* a, double* b, int n, int m) {
  for (int i = 0; i < n; ++i) {  // may: parallel
    std::vector<double> w(m);
    for (int j = 0; j < m; ++j) w[j] = a[i + j];
    b[i] = summed(w) + w[0];
  }
}
[[clustrix::cluster]]
void swapped(const double* a, double* b, std::vector<double>& other, int n, int m) {
  for (int i = 0; i < n; ++i) {  // want: serial
    std::vector<double> w(m);
    for (int j = 0; j < m; ++j) w[j] = a[i + j];
    if (i == n / 2) other.swap(w);
    b[i] = w[0];
  }
}

/// Another variable has its name, inside the loop and around it.
[[clustrix::cluster]]
void renamed(const double* a, double* b, double w, int n, int m) {
  for (int i = 0; i < n; ++i) {  // may: parallel
    b[i] = w;
    {
      std::vector<double> w(m);
      for (int j = 0; j < m; ++j) w[j] = a[i + j];
      b[i] += w[m - 1];
    }
    b[i] -= w * 0.5;
  }
}

/// The number that says its size may be in the loop's way.
[[clustrix::cluster]]
void overwritten(const int* a, int* b, const int* m, int n) {
  for (int i = 0; i < n; ++i) {  // may: parallel
    std::vector<int> w(*m);
    for (int j = 0; j < *m; ++j) w[j] = a[i + j];
    b[i] = w[*m - 1] % 5 + 1;
  }
}
struct Sized {
  int m;
  [[clustrix::cluster]]
  void fill(const int* a, int* b, int n) {
    for (int i = 0; i < n; ++i) {  // may: parallel
      std::vector<int> w(m);
      for (int j = 0; j < m; ++j) w[j] = a[i + j];
      b[i] = w[m - 1] % 5 + 1;
    }
  }
};

/// No vector is so large: the first iteration says so, and there may be none.
[[clustrix::cluster]]
void impossible(const double* a, double* b, int n, int m) {
  for (int i = 0; i < n; ++i) {  // want: parallel, idle
    std::vector<double> w(m, 2.0);
    for (int j = 0; j < m; ++j) w[j] += a[i + j];
    b[i] = m > 0 ? w[0] : -1;
  }
}

int main() {
  const int n = 150, m = 12;
  std::vector<double> a(n + 2 * m), b(n), other(3, 1.0);
  Random random(9);
  random.fillUnit(a);
  triangle(a.data(), b.data(), n);
  show("triangle", b);
  counted(a.data(), b.data(), n);
  show("counted", b);
  growing(a.data(), b.data(), n, m);
  show("growing", b);
  copied(a.data(), b.data(), n, m);
  show("copied", b);
  swapped(a.data(), b.data(), other, n, m);
  show("swapped", b);
  show("given away", other);
  renamed(a.data(), b.data(), 0.75, n, m);
  show("renamed", b);
  std::vector<int> k(n + 10), l(n);
  random.fillBelow(k, 100);
  int size = 6;
  overwritten(k.data(), l.data(), &size, n);
  show("a size apart", l);
  l[20] = 4;
  overwritten(k.data(), l.data(), &l[20], n);
  show("a size in the way", l);
  Sized sized[40];
  for (Sized& one : sized) one.m = 3;
  sized[0].fill(k.data(), &sized[1].m, 39);
  sized[10].fill(k.data(), &sized[0].m, 40);
  for (int i = 0; i < 40; i += 10) put("sized", sized[i].m);
  impossible(a.data(), b.data(), 0, -1);
  impossible(a.data(), b.data(), 5, 0);
  try {
    impossible(a.data(), b.data(), n, -1);
    put("nothing thrown", 1);
  } catch (const std::length_error&) {
    put("too long", 1);
  }
  show("impossible", b);
}
