// RUN: %clustrix-rewrite --remarks none -o - %s -- -std=c++20 | grep -v CHECK | FileCheck %s
// A write under a condition is a mayWrite: copied in first, and only what changed goes back.

[[clustrix::cluster]]
void mark(int* marks, const double* a, int n) {
  for (int i = 0; i < n; ++i)
    if (a[i] > 1) marks[i] = 1;
}

// CHECK-NOT: .writes(
// CHECK: .mayWrite(marks_).box(chunk.begin, {1, chunk.size()});
// CHECK-NOT: .writes(
