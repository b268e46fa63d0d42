// RUN: %clustrix-rewrite --remarks none -o - %s -- -std=c++20 | grep -v CHECK | FileCheck %s
// Kernels stand in front of all that belongs to a function's declaration, also of what only another compiler sees.

int before;
#if defined(__GNUC__) && !defined(__clang__)
__attribute__((optimize("no-finite-math-only")))
#endif
[[clustrix::cluster]] void twice(double* a, int n) {
  for (int i = 0; i < n; ++i) a[i] *= 2;
}

// CHECK: {{^}}int before;
// CHECK-NEXT: namespace clustrix_
// CHECK: } }  // namespace clustrix_
// CHECK-NEXT: #line 5
// CHECK-NEXT: {{^}}#if defined(__GNUC__)
// CHECK-NEXT: {{^}}__attribute__
// CHECK-NEXT: {{^}}#endif
// CHECK-NEXT: cluster{{\]\]}} __attribute__((used)) inline void twice
