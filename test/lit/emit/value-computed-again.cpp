// RUN: %clustrix-rewrite --remarks none -o - %s -- -std=c++20 | grep -v CHECK | FileCheck %s
// What an earlier iteration has left is computed again in front of the body, which stays as it is.

[[clustrix::cluster]]
double smooth(const double* a, double* out, int n) {
  double x1 = 0, x2 = 0;
  for (int i = 1; i < n; ++i) {
    out[i] = a[i] - x1 - x2;
    x2 = x1;
    x1 = a[i] * 0.5;
  }
  return x1;
}

// CHECK: double& x1 = partial.x1;
// CHECK-NEXT: partial.x1_set = true;
// CHECK: const auto x1_left = [&](clustrix::Index k) -> double {
// CHECK-NEXT: int i = static_cast<int>(1 + k);
// CHECK-NEXT: return a[i] * 0.5;
// CHECK-NEXT: };
// CHECK-NEXT: x1 = k > 0 ? x1_left(k - 1) : x1_first;
// CHECK: x2 = k > 1 ? x2_left(k - 2) : k > 0 ? x1_first : x2_first;
// CHECK: out[i] = a[i] - x1 - x2;
// CHECK-NEXT: x2 = x1;
// CHECK-NEXT: x1 = a[i] * 0.5;
// CHECK: if (total.x1_set) x1 = total.x1;
