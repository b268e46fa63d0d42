// Function templates whose pointers are restricted: every form of a kernel has them as the parameters declare them.
#include "show.h"

#include <algorithm>

template <class T>
[[clustrix::cluster]]
void masked(T* __restrict b, const T* __restrict c, int n) {
  for (int t = 0; t < 3; ++t)    // may: parallel
    for (int i = 0; i < n; ++i)  // want: parallel
      b[i % 4] = b[i % 4] & (c[i] | t);
}

template <class T>
[[clustrix::cluster]]
void counted(int* __restrict bins, const T* __restrict x, int n) {
  for (int i = 0; i < n; ++i) ++bins[static_cast<int>(x[i]) & 7];  // want: parallel
}

template <class T>
[[clustrix::cluster]]
void extremes(T* __restrict low, T* __restrict high, const T* __restrict x, int n) {
  for (int i = 0; i < n; ++i) {  // want: parallel
    low[i % 8] = std::min(low[i % 8], x[i]);
    if (x[i] > high[i % 8]) high[i % 8] = x[i];
  }
}

template <class T>
[[clustrix::cluster]]
void rows(T (*__restrict sums)[4], const T (*__restrict x)[4], int n) {
  for (int i = 0; i < n; ++i)    // want: parallel
    for (int j = 0; j < 4; ++j)  // may: parallel
      sums[i % 3][j] += x[i][j];
}

template <class T>
[[clustrix::cluster]]
void running(T* __restrict y, const T* __restrict x, T start, int n) {
  T sum = start;
  for (int i = 0; i < n; ++i) {  // want: parallel
    sum += x[i];
    y[i] = sum;
  }
}

template <class T>
[[clustrix::cluster]]
int packed(T* __restrict y, const T* __restrict x, int n) {
  int count = 0;
  for (int i = 0; i < n; ++i)  // want: parallel
    if (x[i] > 3) y[count++] = x[i];
  return count;
}

template <class T>
[[clustrix::cluster]]
int first(const T* __restrict x, T wanted, int n) {
  int at = -1;
  for (int i = 0; i < n; ++i)  // may: parallel
    if (x[i] == wanted) {
      at = i;
      break;
    }
  return at;
}

template <class T>
[[clustrix::cluster]]
T peak(const T* __restrict x, int& at, int n) {
  T best = x[0];
  at = 0;
  for (int i = 1; i < n; ++i)  // want: parallel
    if (x[i] > best) {
      best = x[i];
      at = i;
    }
  return best;
}

template <class T>
[[clustrix::cluster]]
void totals(T* __restrict total, const T* __restrict x, int n) {
  for (int i = 0; i < n; ++i) {  // want: parallel
    T scratch[3];
    for (int k = 0; k < 3; ++k) scratch[k] = x[i] * (k + 1);  // may: parallel
    *total += scratch[0] + scratch[2];
  }
}

int main() {
  const int n = 1003;
  Random random(7);
  std::vector<int> x(4 * n), y(n), small(16, -1);
  random.fillBelow(x, 50);
  std::vector<double> u(4 * n), v(n);
  for (double& one : u) one = random.below(64);
  masked(small.data(), x.data(), n);
  counted(small.data() + 8, x.data(), n);
  counted(small.data() + 8, u.data(), n);
  extremes(small.data(), small.data() + 4, x.data() + 4, 0);
  show("small", small);
  std::vector<double> low(8, 1e9), high(8, -1e9);
  extremes(low.data(), high.data(), u.data(), n);
  show("low", low);
  show("high", high);
  std::vector<int> sums(12);
  rows(reinterpret_cast<int(*)[4]>(sums.data()), reinterpret_cast<const int(*)[4]>(x.data()), n);
  show("sums", sums);
  running(y.data(), x.data(), 5, n);
  show("running", y);
  running(v.data(), u.data(), 0.5, n);
  show("running", v);
  put("packed", packed(y.data(), x.data(), n));
  show("packed", y);
  put("first", first(x.data(), 49, n));
  put("first", first(u.data(), 65.0, n));
  int at = 0;
  put("peak", peak(x.data(), at, n));
  put("at", at);
  put("peak", peak(u.data(), at, n));
  put("at", at);
  double total = 3;
  totals(&total, u.data(), n);
  put("total", total);
}
