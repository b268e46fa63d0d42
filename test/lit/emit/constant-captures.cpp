// RUN: %clustrix-rewrite --remarks none -o - %s -- -std=c++20 | grep -v CHECK | FileCheck %s
// Scalars of the function are captured by value: only those that the body names.

[[clustrix::cluster]]
void fill(float* a, int n, float value, int unused) {
  const float twice = 2 * value;
  for (int i = 0; i < n; ++i) a[i] = twice;
  (void)unused;
}

// CHECK: struct fill_7 {
// CHECK-NOT: unused;
// CHECK: float twice;
// CHECK-NOT: float value;
// CHECK: operator()
