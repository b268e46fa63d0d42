// RUN: %clustrix-rewrite --remarks none -o - %s -- -std=c++20 | grep -v CHECK | FileCheck %s
// The cost model hears how much one iteration does, inner trips multiplied in.

[[clustrix::cluster]]
void rows(double* a, const double* b, int n, int m) {
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j) a[i * m + j] = b[i * m + j] * 2 + 1;
}

// CHECK: .operations(
// CHECK-SAME: m
