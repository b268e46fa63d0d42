// RUN: %clustrix-rewrite --remarks none --emit plan %s -- -std=c++20 | FileCheck %s
// The plan: which loops are launched, and what a chunk of each reads and writes.

[[clustrix::cluster]]
void rows(double* a, const double* b, int n, int m) {
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j) a[i * m + j] = b[j];
}

// CHECK: {{^}}function rows at
// CHECK: loop {{.*}}stage-plan.cpp:6:3: for (int i = 0; i < n; ++i)
// CHECK-NEXT: devices
// CHECK-NEXT: iterations: n
// CHECK-NEXT: guard: a and b don't overlap
// CHECK-DAG: reads b [0..m - 1]
// CHECK-DAG: writes a [m*(lo..hi - 1) + (0..m - 1)]
// CHECK: loop {{.*}}stage-plan.cpp:7:5: for (int j = 0; j < m; ++j)
// CHECK-NEXT: sequential, inside a kernel
