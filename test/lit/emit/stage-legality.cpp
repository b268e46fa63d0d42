// RUN: %clustrix-rewrite --remarks none --emit legality %s -- -std=c++20 | FileCheck %s
// Legality says parallel with its guards, or serial with the pair of accesses in the way.

[[clustrix::cluster]]
void both(int* a, const int* b, int n) {
  for (int i = 0; i < n; ++i) a[i] = b[i + 1];
  for (int i = 1; i < n; ++i) a[i] -= a[i - 1];
}

// CHECK: {{^}}legality both 6:3 parallel
// CHECK-NEXT: {{^}}guard disjoint a b
// CHECK: {{^}}legality both 7:3 serial
// CHECK-NEXT: {{^}}reason dependence.flow at 7:39 and 7:31
