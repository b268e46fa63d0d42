// RUN: %clustrix-rewrite --remarks none -o - %s -- -std=c++20 | grep -v CHECK | FileCheck %s
// Rows stay apart only where the pitch is no less than the columns: a guard says so.

[[clustrix::cluster]]
void fill(double* a, int pitch, int rows, int columns) {
  for (int r = 0; r < rows; ++r)
    for (int c = 0; c < columns; ++c) a[r * pitch + c] = r;
}

// CHECK: loop.require(pitch_ >= columns_,
// CHECK-NEXT: "subscripts of `a` stay within their dimension (pitch - columns >= 0)", {{[{][{]}}"columns", columns_}, {"pitch", pitch_}});
// CHECK: .writes(a_).box(chunk.begin * pitch_, {pitch_, chunk.size()}, {1, clustrix::trips(columns_, 1)});
