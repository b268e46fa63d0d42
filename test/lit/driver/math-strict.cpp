// RUN: %clustrix-rewrite --remarks all -o %t.cu %s -- -std=c++20 2>&1 | FileCheck %s
// Floating-point results over iterations keep the order of the source where that is asked for, and all else is spread.

[[clustrix::cluster(math = "strict")]] double norms(const double* a, double* rows, int* bins, int n, int m) {
  double sum = 0, most = 0;
  // CHECK: math-strict.cpp:[[#@LINE+1]]:3: remark: loop could run in parallel but stays on the host: math = "strict", and `sum` would be added up in another order{{.*}}[plan.options]
  for (int i = 0; i < n; ++i) sum += a[i];
  // CHECK: math-strict.cpp:[[#@LINE+1]]:3: remark: loop parallelised over devices (reduction
  for (int i = 0; i < n; ++i) most = a[i] > most ? a[i] : most;
  // A row is added up in its order by one thread.
  // CHECK: math-strict.cpp:[[#@LINE+1]]:3: remark: loop parallelised over devices
  for (int i = 0; i < n; ++i) {
    double row = 0;
    for (int j = 0; j < m; ++j) row += a[i * m + j];
    rows[i] = row;
  }
  // CHECK: math-strict.cpp:[[#@LINE+1]]:3: remark: loop parallelised over devices
  for (int i = 0; i < n; ++i) bins[i % 8] += 1;
  return sum + most;
}

#include <complex>
[[clustrix::cluster(math = "strict")]] std::complex<double> whole(const std::complex<double>* a, int n) {
  std::complex<double> sum = 0;
  // CHECK: math-strict.cpp:[[#@LINE+1]]:3: remark: loop could run in parallel but stays on the host: math = "strict", and `sum` would
  for (int i = 0; i < n; ++i) sum += a[i];
  return sum;
}

struct Least {
  double x;
};
[[clustrix::reduction(Least{1e300})]] Least smaller(const Least& a, const Least& b) { return a.x < b.x ? a : b; }
[[clustrix::cluster(math = "strict")]] Least least(const double* a, int n) {
  Least all{1e300};
  // CHECK: math-strict.cpp:[[#@LINE+1]]:3: remark: loop parallelised over devices (reduction, guarded, asserted)
  for (int i = 0; i < n; ++i) all = smaller(all, Least{a[i]});
  return all;
}

// CHECK: math-strict.cpp:[[#@LINE+3]]:3: remark: loop parallelised over devices (reduction
[[clustrix::cluster]] double norm(const double* a, int n) {
  double sum = 0;
  for (int i = 0; i < n; ++i) sum += a[i];
  return sum;
}
