// std::sort of arrays of the iteration's own: medians of windows, short and long, in helpers, and the values that are
// sorted as subscripts. Of other arrays the loop stays as it is.
#include <algorithm>
#include <array>

#include "show.h"

[[clustrix::cluster]]
void median(const double* a, double* out, int n) {
  for (int i = 0; i < n; ++i) {  // want: parallel
    double window[9];
    for (int k = 0; k < 9; ++k) window[k] = a[i + k];
    std::sort(window, window + 9);
    out[i] = window[4] - window[0];
  }
}

[[clustrix::cluster]]
void median_long(const float* a, float* out, int n) {
  for (int i = 0; i < n; ++i) {  // want: parallel
    std::array<float, 200> window;
    for (int k = 0; k < 200; ++k) window[k] = a[(i * 7 + k * 13) % n];
    std::sort(window.begin(), window.end());
    out[i] = window[100] + window[199];
  }
}

static int middle(const int* p) {
  int five[5];
  for (int k = 0; k < 5; ++k) five[k] = p[k];
  std::sort(five, five + 5);
  return five[2];
}
[[clustrix::cluster]]
void in_a_helper(const int* a, int* out, int n) {
  for (int i = 0; i < n; ++i) out[i] = middle(a + i);  // want: parallel
}

/// What was known of the elements is known no more.
[[clustrix::cluster]]
void subscripts(const std::vector<double>& a, const int* key, double* out, int n) {
  for (int i = 0; i < n; ++i) {  // may: parallel
    int order[3] = {2, 0, 1};
    order[1] += key[i] & 7;
    std::sort(order, order + 3);
    out[i] = a[order[0]] + 10 * a[order[1]] + 100 * a[order[2]];
  }
}

/// An array in front of the loop, which each iteration fills.
[[clustrix::cluster]]
double outside(const double* a, double* out, int n) {
  double window[7];
  for (int i = 0; i < n; ++i) {  // may: parallel
    for (int k = 0; k < 7; ++k) window[k] = a[i + k];
    std::sort(window, window + 7);
    out[i] = window[3];
  }
  return window[6];
}
[[clustrix::cluster]]
void rows(double* a, int n) {
  for (int i = 0; i < n; ++i) std::sort(a + 5 * i, a + 5 * i + 5);  // may: parallel
}
[[clustrix::cluster]]
void descending(const int* a, int* out, int n) {
  for (int i = 0; i < n; ++i) {  // may: parallel
    int four[4] = {a[i], a[i + 1], a[i + 2], a[i + 3]};
    std::sort(four, four + 4, [](int x, int y) { return x > y; });
    out[i] = four[0] - four[3];
  }
}

int main() {
  Random random(65);
  const int n = 1500;
  std::vector<double> a(5 * n + 9), out(n);
  std::vector<float> f(n), g(n);
  std::vector<int> k(n + 9), m(n);
  random.fillUnit(a);
  random.fillUnit(f);
  random.fillBelow(k, 100);
  median(a.data(), out.data(), n);
  show("median", out);
  median_long(f.data(), g.data(), n);
  show("long", g);
  in_a_helper(k.data(), m.data(), n);
  show("helper", m);
  subscripts(a, k.data(), out.data(), n);
  show("subscripts", out);
  put("last", outside(a.data(), out.data(), n));
  show("outside", out);
  descending(k.data(), m.data(), n);
  show("descending", m);
  rows(a.data(), n);
  show("rows", a);
}
