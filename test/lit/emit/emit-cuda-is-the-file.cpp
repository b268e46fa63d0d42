// RUN: %clustrix-rewrite --remarks none -o %t.cu %s -- -std=c++20
// RUN: %clustrix-rewrite --remarks none --emit cuda %s -- -std=c++20 > %t.printed
// RUN: cmp %t.cu %t.printed
// RUN: grep -v CHECK %t.cu | FileCheck %s
// `--emit cuda` prints what would be written.

[[clustrix::cluster]]
void scale(double* a, int n) {
  for (int i = 0; i < n; ++i) a[i] *= 2;
}

// CHECK: struct scale_{{[0-9]+}} {
