// RUN: %clustrix-rewrite --remarks none -o - %s -- -std=c++20 | grep -v CHECK | FileCheck %s
// A sum: a partial result that starts at zero, added up in a fixed tree, then added to what the variable held.

[[clustrix::cluster]]
double sum(const double* a, int n) {
  double total = 3;
  for (int i = 0; i < n; ++i) total += a[i];
  return total;
}

// CHECK: struct Partial {
// CHECK-NEXT: double total;
// CHECK: order = clustrix::Order::Interleaved;
// CHECK: CLUSTRIX_HD static Partial identity() { return {-0.0}; }
// CHECK: CLUSTRIX_HD static void combine(Partial& left, const Partial& right) {
// CHECK-NEXT: left.total += right.total;
// CHECK: double& total = partial.total;
// CHECK: total += a[i];
// CHECK: auto total_ = clustrix_sum_cpp_{{[0-9a-f]+}}::sum_7::identity();
// CHECK: return loop.answer(loop.run(footprint, kernel, total_));
// CHECK-NEXT: });
// CHECK-NEXT: if (launch.ran()) {
// CHECK-NEXT: total += total_.total;
// CHECK-NEXT: } else {
