// RUN: %clustrix-rewrite --remarks none -o - %s -- -std=c++20 | grep -v CHECK | FileCheck %s
// A place alone: the kernel keeps the element beside it, and the host compares with the one at the place so far.

[[clustrix::cluster]]
int lowest(const int* a, int n) {
  int at = 0;
  for (int i = 1; i < n; ++i)
    if (a[i] < a[at]) at = i;
  return at;
}

// CHECK: struct Partial {
// CHECK-NEXT: int a_at;
// CHECK-NEXT: int at;
// CHECK: right.a_at < left.a_at
// CHECK: if (a[i] < a_at) (partial.found_a_at = true, at = i, a_at = a[i]);
// CHECK: if (total.found_a_at && total.a_at < a[at]) {
// CHECK-NEXT: at = total.at;
// CHECK-NEXT: }
