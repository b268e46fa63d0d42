// RUN: %clustrix-rewrite --remarks none -o - %s -- -std=c++20 | grep -v CHECK | FileCheck %s
// Equal subscripts allow the arrays to be one and the same, which in-place callers rely on.

[[clustrix::cluster]]
void negate(double* out, const double* in, int n) {
  for (int i = 0; i < n; ++i) out[i] = -in[i];
}

// CHECK-NOT: loop.disjoint(
// CHECK: loop.sameOrDisjoint(out_, in_);
// CHECK-NOT: loop.disjoint(
