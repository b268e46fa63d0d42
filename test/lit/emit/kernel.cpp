// RUN: %clustrix-rewrite --remarks none -o - %s -- -std=c++20 | grep -v CHECK | FileCheck %s
// The kernel is a trivially copyable functor with the source's names; its comment holds the loop's head.

[[clustrix::cluster]]
void axpy(double* y, const double* x, double alpha, int n) {
  for (int i = 0; i < n; ++i) {
    y[i] += alpha * x[i];
  }
}

// CHECK: {{^}}namespace clustrix_{{[a-z0-9_]+}} { namespace {
// CHECK: kernel.cpp:6: for (int i = 0; i < n; ++i)
// CHECK-NEXT: struct axpy_6 {
// CHECK-DAG: {{^}}  double* y;
// CHECK-DAG: {{^}}  const double* x;
// CHECK-DAG: {{^}}  double alpha;
// CHECK: {{^}}  CLUSTRIX_HD void operator()(clustrix::Index k) const {
// CHECK-NEXT: int i = clustrix::counter<int>(k);
// CHECK: y[i] += alpha * x[i];
// CHECK: {{^}}} }  // namespace clustrix_
