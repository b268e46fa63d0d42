// RUN: %clustrix-rewrite --remarks none -o - %s -- -std=c++20 | grep -v CHECK | FileCheck %s
// A pragma stays with its loop: the launch stands in front of both. What stands for itself stays where it is.

#define IVDEP _Pragma("GCC ivdep")

[[clustrix::cluster]] void twice(double* a, int n, bool c) {
#pragma GCC diagnostic push
#pragma GCC ivdep
  // A comment.
  for (int i = 0; i < n; ++i) a[i] *= 2;
  if (c)
#ifdef _OPENMP
#pragma omp parallel for
#endif
    for (int i = 0; i < n; ++i) a[i] *= 3;
  IVDEP for (int i = 0; i < n; ++i) a[i] *= 4;
}

// CHECK: {{^}}#pragma GCC diagnostic push
// CHECK-NEXT: {
// CHECK-NOT: #pragma
// CHECK: if (!launch.ran()) {
// CHECK-NEXT: #line 8
// CHECK-NEXT: {{^}}#pragma GCC ivdep
// CHECK-NEXT: // A comment.
// CHECK-NEXT: for (int i = 0; i < n; ++i) a[i] *= 2;
// CHECK: {{^}}  if (c)
// CHECK-NEXT: {
// CHECK: if (!launch.ran()) {
// CHECK-NEXT: #line 12
// CHECK-NEXT: {{^}}#ifdef _OPENMP
// CHECK-NEXT: #pragma omp parallel for
// CHECK-NEXT: #endif
// CHECK-NEXT: for (int i = 0; i < n; ++i) a[i] *= 3;
// CHECK: if (!launch.ran()) {
// CHECK-NEXT: #line 16
// CHECK-NEXT: IVDEP for (int i = 0; i < n; ++i) a[i] *= 4;

#define WHERE(c) if (c) _Pragma("GCC ivdep")
[[clustrix::cluster]] void inside(double* a, int n) {
  WHERE(n > 3) for (int i = 0; i < n; ++i) a[i] *= 2;
}

// CHECK: void inside(
// CHECK-NEXT: WHERE(n > 3) for (int i = 0; i < n; ++i) a[i] *= 2;
