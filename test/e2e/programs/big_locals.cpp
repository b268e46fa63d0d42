// Iterations with much of their own: GPUs have no room for it, other threads need stacks as large as the program's, and
// no stack may have it twice.
#include "show.h"

constexpr int wide = 600000;  // 4.8 MB of doubles

[[clustrix::cluster]] void declaredInside(const double* a, double* b, int n) {
  for (int i = 0; i < n; ++i) {  // want: parallel
    double t[wide];
    for (int j = 0; j < wide; ++j) t[j] = a[i] * (j % 7);  // want: parallel
    double sum = 0;
    for (int j = 0; j < wide; ++j) sum += t[wide - 1 - j];  // want: parallel
    b[i] = sum;
  }
}

double folded(double x, int n) {
  double t[wide];
  for (int j = 0; j < wide; ++j) t[j] = x + j % n;
  double largest = t[0];
  for (int j = 0; j < wide; j += n) largest = std::fmax(largest, t[j] * t[wide - 1 - j]);
  return largest;
}
[[clustrix::cluster]] double inCalled(const double* a, int n) {
  double all = 0;
  for (int i = 0; i < n; ++i) all += folded(a[i], 5);  // want: parallel
  return all;
}

// 160 KB, on the host's threads.
[[clustrix::cluster]] void onThreads(const double* a, double* b, int n, int m) {
  for (int i = 0; i < n; ++i) {  // want: parallel
    double t[20000], sum = 0;
    for (int j = 0; j < 20000; ++j) t[j] = a[i] + j % m;         // want: parallel
    for (int j = 0; j < 20000; ++j) sum += t[j] * t[19999 - j];  // want: parallel
    b[i] = sum;
  }
}

// 16 KB, declared before the loop: each iteration gets its own.
[[clustrix::cluster]] void declaredBefore(const double* a, double* b, int n) {
  double t[2048];
  for (int i = 0; i < n; ++i) {                      // want: parallel
    for (int j = 0; j < 2048; ++j) t[j] = a[i] + j;  // want: parallel
    b[i] = 0;
    for (int j = 0; j < 2048; ++j) b[i] += t[j] * t[2047 - j];  // want: parallel
  }
}

int main() {
  Random random(4);
  for (const int n : {0, 1, 9}) {
    std::vector<double> a(n), b(n), c(n);
    random.fillUnit(a);
    declaredInside(a.data(), b.data(), n);
    show("declaredInside", b);
    put("inCalled", inCalled(a.data(), n));
    onThreads(a.data(), b.data(), n, 7);
    show("onThreads", b);
    declaredBefore(a.data(), c.data(), n);
    show("declaredBefore", c);
  }
}
