// The attribute on a lambda's call operator, where C++20 and where C++23 has a place for it; what it captured lives on.
#include "show.h"

void scale(double* a, int n, double s) {
  const auto rows = [s](double* x, int m) [[clustrix::cluster]] {
    for (int i = 0; i < m; ++i) x[i] *= s;  // want: parallel
  };
  rows(a, n);
  auto shift = [&] [[clustrix::cluster(gpus = 2)]] (int m) {
    for (int i = 0; i < m; ++i) a[i] += s;  // want: parallel
  };
  shift(n);
}

int captured(const int* a, int n) {
  int last = -1, sum = 0;
  auto look = [&](int m) mutable [[clustrix::cluster]] {
    for (int i = 0; i < m; ++i) {  // want: parallel
      sum += a[i];
      last = a[i] * 2;
    }
  };
  look(n);
  return sum * 3 + last;
}

int remembered(const int* a, int n) {
  auto look = [a, last = -1](int m) mutable [[clustrix::cluster]] {
    const int before = last;
    for (int i = 0; i < m; ++i) last = a[i] * 2;  // may: parallel
    return before;
  };
  look(n);
  return look(n) * 2 + look(0);
}

int main() {
  for (const int n : {0, 3, 3000}) {
    Random random(2);
    std::vector<double> a(n);
    std::vector<int> k(n);
    random.fillUnit(a);
    random.fillBelow(k, 100);
    scale(a.data(), n, 0.5);
    show("scale", a);
    put("captured", captured(k.data(), n));
    put("remembered", remembered(k.data(), n));
  }
}
