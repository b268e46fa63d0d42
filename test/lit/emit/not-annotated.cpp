// RUN: %clustrix-rewrite --remarks none -o - %s -- -std=c++20 | grep -v CHECK | FileCheck %s
// Without the attribute nothing is rewritten, however parallel it is.

void scale(double* a, int n) {
  for (int i = 0; i < n; ++i) a[i] *= 2;
}

// CHECK-NOT: clustrix::Loop
// CHECK: {{^}}void scale(double* a, int n) {
// CHECK-NEXT: {{^}}  for (int i = 0; i < n; ++i) a[i] *= 2;
// CHECK-NEXT: {{^}}}
