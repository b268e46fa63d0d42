// RUN: %clustrix-rewrite --remarks missed -o /dev/null %s -- -std=c++20 2>&1 | FileCheck %s
// The type of an 'auto' parameter has no name that a kernel could have as a parameter of its own.
[[clustrix::cluster]] void twice(auto* a, int n) {
  for (int i = 0; i < n; ++i) a[i] *= 2;
}
void use(double* a, float* b) {
  twice(a, 10);
  twice(b, 10);
}

// CHECK: auto-parameter.cpp:4:{{.*}}an 'auto' parameter, whose type the kernel cannot name
