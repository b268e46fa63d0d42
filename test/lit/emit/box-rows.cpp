// RUN: %clustrix-rewrite --remarks none -o - %s -- -std=c++20 | grep -v CHECK | FileCheck %s
// Rows of a linearised matrix: a box of two dimensions for each chunk.

[[clustrix::cluster]]
void fill(double* a, int n, int m) {
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j) a[i * m + j] = 1;
}

// CHECK: (clustrix::Chunk {{[a-z]+}}, clustrix::Footprint& {{[a-z]+}})
// CHECK: .writes(
// CHECK-SAME: .box(chunk.begin * m_, {m_, chunk.size()}, {1, clustrix::trips(m_, 1)});
