// RUN: %clustrix-rewrite --remarks none -o - %s -- -std=c++20 | grep -v CHECK | FileCheck %s
// A pointer to rows keeps its type in the kernel, so that the body's two subscripts mean what they meant.

[[clustrix::cluster]]
void fill(double (*a)[48], int n) {
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < 48; ++j) a[i][j] = i - j;
}

// CHECK: double (*a)[48];
// CHECK: a[i][j] = i - j;
// CHECK: .array("a", {{.*}}a
// CHECK: {48, {{[a-z]+}}.size()}
