// RUN: %clustrix-rewrite --remarks none -o - %s -- -std=c++20 | grep -v CHECK | FileCheck %s
// Columns: the chunk is the dimension with stride one, the rows the other.

[[clustrix::cluster]]
void fill(double* a, int rows, int columns) {
  for (int c = 0; c < columns; ++c)
    for (int r = 0; r < rows; ++r) a[r * columns + c] = c;
}

// CHECK: .writes(
// CHECK-SAME: .box(chunk.begin, {1, chunk.size()}, {columns_, clustrix::trips(rows_, 1)});
