// RUN: %clustrix-rewrite --remarks none -o - %s -- -std=c++20 | grep -v CHECK | FileCheck %s
// A scalar behind a reference may lie inside the array that is written.

[[clustrix::cluster]]
void scale(double* a, const double& factor, int n) {
  for (int i = 0; i < n; ++i) a[i] *= factor;
}

// CHECK: loop.disjoint(a_, clustrix::object("factor", factor));
