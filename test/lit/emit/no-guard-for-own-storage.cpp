// RUN: %clustrix-rewrite --remarks none -o - %s -- -std=c++20 | grep -v CHECK | FileCheck %s
// Two local arrays never overlap: no guard.

[[clustrix::cluster]]
double local(int n) {
  double a[100], b[100];
  for (int i = 0; i < 100; ++i) a[i] = i * n;
  for (int i = 1; i < 100; ++i) b[i] = a[i - 1];
  return b[n];
}

// CHECK: clustrix::Loop
// CHECK-NOT: isjoint(
// CHECK: return b[n];
