// RUN: %clustrix-rewrite --remarks none -o %t.1.cu %s -- -std=c++20
// RUN: %clustrix-rewrite --remarks none -o %t.2.cu %s -- -std=c++20
// RUN: cmp %t.1.cu %t.2.cu
// RUN: grep -v CHECK %t.1.cu | FileCheck %s
// The same input gives the same bytes, whatever the folder.

#include <vector>

[[clustrix::cluster]]
double f(std::vector<double>& a, double* b, const int* c, int n, int m) {
  double s = 0;
  for (int i = 0; i < n; ++i) {
    for (int j = 0; j < m; ++j) b[i * m + j] = a[j] + c[i];
    s += a[i];
  }
  for (auto& x : a) x *= 2;
  return s;
}

// CHECK: struct f_{{[0-9]+}} {
