// RUN: %clustrix-rewrite --remarks none -o - %s -- -std=c++20 | grep -v CHECK | FileCheck %s
// Pointers may overlap: what is written is checked against all else, what is only read is not.

[[clustrix::cluster]]
void add(double* out, const double* a, const double* b, int n) {
  for (int i = 0; i < n - 1; ++i) out[i] = a[i + 1] + b[i + 1];
}

// CHECK-DAG: const auto out_ = loop.array("out", out);
// CHECK-DAG: const auto a_ = loop.array("a", a);
// CHECK-DAG: const auto b_ = loop.array("b", b);
// CHECK-NOT: isjoint(
// CHECK: loop.disjoint(out_, a_);
// CHECK-NEXT: loop.disjoint(out_, b_);
// CHECK-NOT: isjoint(
// CHECK: loop.run(
