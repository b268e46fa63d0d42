// RUN: %clustrix-rewrite --remarks none -o - %s -- -std=c++20 | grep -v CHECK | FileCheck %s
// The place of a minimum: partial results are combined from left to right, so that the first of equals wins.

[[clustrix::cluster]]
int lowest(const int* a, int n) {
  int best = a[0], at = 0;
  for (int i = 1; i < n; ++i)
    if (a[i] < best) {
      best = a[i];
      at = i;
    }
  return at;
}

// CHECK: struct Partial {
// CHECK-NEXT: int best;
// CHECK-NEXT: int at;
// CHECK: order = clustrix::Order::Sequential;
// CHECK: static void combine(
// CHECK: right.best < left.best
// CHECK: left.at = right.at;
// CHECK: total.best < best
