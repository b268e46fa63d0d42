// RUN: %clustrix-rewrite --remarks none -o - %s -- -std=c++20 | grep -v CHECK | FileCheck %s
// A serial time loop stays on the host; the loops in it are launched, each with a kernel of its own.

[[clustrix::cluster]]
void steps(double* u, double* v, int n, int count) {
  for (int t = 0; t < count; ++t) {
    for (int i = 1; i < n - 1; ++i) v[i] = u[i - 1] + u[i + 1];
    for (int i = 1; i < n - 1; ++i) u[i] = v[i];
  }
}

// CHECK: struct steps_7 {
// CHECK: struct steps_8 {
// CHECK: {{^}}  for (int t = 0; t < count; ++t) {
// CHECK: "steps", "{{.*}}serial-outside-parallel.cpp", 7, 5
// CHECK: "steps", "{{.*}}serial-outside-parallel.cpp", 8, 5
