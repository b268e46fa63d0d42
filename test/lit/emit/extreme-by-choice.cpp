// RUN: %clustrix-rewrite --remarks none -o - %s -- -std=c++20 | grep -v CHECK | FileCheck %s
// Choices keep their text: what is noted stands in the value that is chosen.
#include <algorithm>

[[clustrix::cluster]]
int highest(const int* a, int n, int top) {
  int at = 0;
  for (int i = 0; i < n; ++i) {
    at = a[i] > top ? i : at;
    top = std::max(top, a[i]);
  }
  return at;
}

// CHECK: right.found_top && right.top > left.top
// CHECK: at = a[i] > top ? (partial.found_top = true, i) : at;
// CHECK-NEXT: top = clustrix::larger(top, a[i]);

[[clustrix::cluster]]
int last(const int* a, int n) {
  int at = -1;
  for (int i = 0; i < n; ++i) at = a[i] > 0 ? i : at;
  return at;
}

// CHECK: at = a[i] > 0 ? (partial.at_set = true, i) : at;

[[clustrix::cluster]]
int skipping(const double* a, int n, double top) {
  int at = -1;
  for (int i = 0; i < n; ++i) {
    if (a[i] <= top) continue;
    top = a[i];
    at = i;
  }
  return at;
}

// CHECK: if (right.nan_top || (right.top == right.top && !(right.top <= left.top))) {
// CHECK-NEXT: left.top = right.top;
// CHECK-NEXT: left.at = right.at;
// CHECK: if (a[i] <= top) return;
// CHECK-NEXT: (top = a[i], partial.nan_top |= top != top);
// CHECK-NEXT: at = i;
