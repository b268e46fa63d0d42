// An attribute of ours that there is not is an error, with the name that was meant.
// RUN: rc=0; %clustrix-rewrite %s -o %t.cu -- -std=c++20 2> %t.err || rc=$?; test $rc -eq 2
// RUN: FileCheck --implicit-check-not error: %s < %t.err
// RUN: not test -e %t.cu

// CHECK: misspelled-attribute.cpp:[[#@LINE+1]]:13: error: unknown attribute 'clustrix::clster'; did you mean 'clustrix::cluster'?
[[clustrix::clster]] void scale(double* a, int n) {
  // CHECK: [[#@LINE+1]]:15: error: unknown attribute 'clustrix::independant'; did you mean 'clustrix::independent'?
  [[clustrix::independant]] for (int i = 0; i < n; ++i) a[i] = 2 * a[i];
}

// CHECK: [[#@LINE+1]]:12: error: unknown attribute 'clustrx::cluster'; did you mean 'clustrix::cluster'?
[[clustrx::cluster(gpus = 2)]] void shift(double* a, int n) {
  for (int i = 0; i < n; ++i) a[i] = 2 + a[i];
}

#define SPREAD [[nodiscard, clustrix::gpu]]
// CHECK: [[#@LINE+1]]:1: error: unknown attribute 'clustrix::gpu'; known are cluster, independent, serial, reduction and extent
SPREAD double first(const double* a) { return a[0]; }

// CHECK: [[#@LINE+1]]:41: error: unknown attribute 'clustrix::clster'; did you mean 'clustrix::cluster'?
[[nodiscard]] [[using clustrix: serial, clster]] inline int fill(double* a, int n) {
  for (int i = 0; i < n; ++i) a[i] = 1;
  return 0;
}

// Nobody means ours here.
namespace clustrix { struct Point { int clster; }; }
[[gnu::hot, maybe_unused]] inline int of(clustrix::Point p, const int* a) { return a[p.clster]; }
[[cluster::cluster]] [[gnu::clustr]] inline void nothing() {}
[[clustrix::cluster]] void right(double* a, int n) {
  [[clustrix::independent, likely]] for (int i = 0; i < n; ++i) a[i] = 1;
}
