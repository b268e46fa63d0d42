// RUN: %clustrix-rewrite --remarks none -o - %s -- -std=c++20 | grep -v CHECK | FileCheck %s
// `continue` of the distributed loop ends the iteration, `continue` of an inner loop stays.

[[clustrix::cluster]]
void kept(const double* a, double* out, int rows, int columns) {
  for (int r = 0; r < rows; ++r) {
    if (a[r] < 0) continue;
    for (int c = 0; c < columns; ++c) {
      if (c == 3) continue;
      out[r * columns + c] = a[r];
    }
  }
}

// CHECK: operator()
// CHECK: if (a[r] < 0) return;
// CHECK: if (c == 3) continue;
// CHECK: .run(
// CHECK: if (a[r] < 0) continue;
