// RUN: %clustrix-rewrite --remarks none --emit model %s -- -std=c++20 | FileCheck %s
// The model of a nest: counters with their values, trip counts, accesses as polynomials.

[[clustrix::cluster]]
void shift(double* a, const double* b, int n, int m) {
  for (int i = 0; i < n; ++i)
    for (int j = 1; j < m; ++j) a[i * m + j] = b[j - 1];
}

// CHECK: {{^}}loop shift 6:3
// CHECK: nest 0 parent -1 counter k_i
// CHECK-NEXT: trip 0 ceil((n) / (1))
// CHECK: nest 1 parent 0 counter k_j
// CHECK-NEXT: trip 1 ceil((m - 1) / (1))
// CHECK-DAG: {{^}}read b[k_j] {{.*}} loops {0,1} certain
// CHECK-DAG: {{^}}write a[k_i*m + k_j + 1] {{.*}} loops {0,1} certain
// CHECK: {{^}}loop shift 7:5
