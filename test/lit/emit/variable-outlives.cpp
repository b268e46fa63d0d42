// RUN: %clustrix-rewrite --remarks none -o - %s -- -std=c++20 | grep -v CHECK | FileCheck %s
// A counter declared before the loop has the value that the loop would have left.

[[clustrix::cluster]]
int fill(int* a, int n) {
  int i;
  for (i = 0; i < n; i += 4) a[i] = 7;
  return i;
}

// CHECK: const auto n_ = static_cast<clustrix::Index>(n);
// CHECK: if (launch.ran()) {
// CHECK-NEXT: i = static_cast<{{.*}}>(4 * clustrix::trips(n_, 4));
// CHECK-NEXT: } else {
// CHECK: {{^}}  return i;
