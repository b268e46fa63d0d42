// RUN: %clustrix-rewrite --remarks none -o - %s -- -std=c++20 | FileCheck %s
// RUN: %clustrix-rewrite --emit plan --remarks none -o - %s -- -std=c++20 | FileCheck %s --check-prefix PLAN
// Where the attribute allows it, lanes of a GPU group a row's sum; else they add it up in order.

[[clustrix::cluster(math = "fast")]]
void quick(const double* a, double* y, int n, int m) {
  for (int i = 0; i < n; ++i) {
    double sum = 0;
    for (int j = 0; j < m; ++j) sum += a[i * m + j];
    y[i] = sum;
  }
}
// CHECK: struct quick_
// CHECK: add up its sums in any order
// CHECK-NEXT: using Lanes = clustrix::SharedBy<clustrix::Neighbours::Lanes, 1, clustrix::Math::Fast>;
// PLAN: function quick
// PLAN: options: math = fast

[[clustrix::cluster(math = "exact")]]
void exact(const double* a, double* y, int n, int m) {
  for (int i = 0; i < n; ++i) {
    double sum = 0;
    for (int j = 0; j < m; ++j) sum += a[i * m + j];
    y[i] = sum;
  }
}
// CHECK: struct exact_
// CHECK: add up its sums in their order
// CHECK-NEXT: using Lanes = clustrix::SharedBy<clustrix::Neighbours::Lanes, 1>;
// PLAN: function exact
// PLAN: options: math = exact
