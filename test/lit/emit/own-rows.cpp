// Threads that go along rows of their own say how many; a variable of that name has another one in the kernel.
// RUN: %clustrix-rewrite --remarks none -o - %s -- -std=c++20 | grep -v CHECK | FileCheck %s

[[clustrix::cluster]]
void relax(double* x, const double* c, int rows, int n, int ownRows) {
  for (int s = 0; s < rows; ++s)
    for (int i = 1; i < n; ++i) x[s * n + i] -= ownRows * c[s * n + i] * x[s * n + i - 1];
}
// CHECK: int ownRows_;
// CHECK: // A thread goes along rows of its own.
// CHECK-NEXT: static constexpr int ownRows = 2;
// CHECK: -= ownRows_ * c[s * n + i]

[[clustrix::cluster]]
void scan_one(double* x, int rows, int n) {
  for (int s = 0; s < rows; ++s)
    for (int i = 1; i < n; ++i) x[s * n + i] += x[s * n + i - 1];
}
// CHECK-LABEL: struct scan_one
// CHECK-NOT: ownRows
