// RUN: %clustrix-rewrite --remarks none -o - %s -- -std=c++20 | grep -v CHECK | FileCheck %s
// Where a macro stands in the body, the kernel keeps it: the macro is defined above both.

#define SQUARE(x) ((x) * (x))

[[clustrix::cluster]]
void squares(double* a, int n) {
  for (int i = 0; i < n; ++i) a[i] = SQUARE(a[i]);
}

// CHECK: operator()
// CHECK: a[i] = SQUARE(a[i]);
// CHECK: .run(
// CHECK: for (int i = 0; i < n; ++i) a[i] = SQUARE(a[i]);
