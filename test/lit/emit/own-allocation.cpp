// RUN: %clustrix-rewrite --remarks none -o - %s -- -std=c++20 | grep -v CHECK | FileCheck %s
// nvcc shall not look into a program's own allocation functions, which it takes for the device's, too.
#include <cstdlib>
#include <new>

// void* operator new(std::size_t n) { return nullptr; }
struct Pool {
  static void* operator new(std::size_t n) { return std::malloc(n); }
};
void* operator new[](std::size_t n);
void* operator new(std::size_t n) { return std::malloc(n); }

[[clustrix::cluster]] void twice(double* a, int n) {
  for (int i = 0; i < n; ++i) a[i] *= 2;
}

// CHECK-NOT: nv_exec_check_disable
// CHECK: {{^}}void* operator new[](std::size_t n);
// CHECK-NEXT: #ifdef __CUDACC__
// CHECK-NEXT: #pragma nv_exec_check_disable
// CHECK-NEXT: #endif
// CHECK-NEXT: #line 11
// CHECK-NEXT: {{^}}void* operator new(std::size_t n) { return std::malloc(n); }
// CHECK-NOT: nv_exec_check_disable
