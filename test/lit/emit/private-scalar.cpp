// RUN: %clustrix-rewrite --remarks none -o - %s -- -std=c++20 | grep -v CHECK | FileCheck %s
// A scalar that every iteration writes first belongs to the iteration: the kernel declares its own.

[[clustrix::cluster]]
void square(const double* a, double* out, int n) {
  double t;
  for (int i = 0; i < n; ++i) {
    t = a[i] * a[i];
    out[i] = t + 1;
  }
}

// CHECK: operator()
// CHECK: {{^ *}}double t{{(\{\}| = .*)?}};
// CHECK: t = a[i] * a[i];
