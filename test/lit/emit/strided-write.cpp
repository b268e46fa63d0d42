// RUN: %clustrix-rewrite --remarks none -o - %s -- -std=c++20 | grep -v CHECK | FileCheck %s
// Every other element: an exact write with stride two, so that what lies between is never touched.

[[clustrix::cluster]]
void even(int* a, int n) {
  for (int i = 0; i < n; ++i) a[2 * i] = i;
}

// CHECK: .writes(a_).box(2 * chunk.begin, {2, chunk.size()});
