// RUN: %clustrix-rewrite --remarks none -o - %s -- -std=c++20 | grep -v CHECK | FileCheck %s
// The rewritten file starts with the runtime's header and then says that what follows is the source.

#include <cstddef>

[[clustrix::cluster]]
void scale(double* a, int n) {
  for (int i = 0; i < n; ++i) a[i] *= 2;
}

// CHECK: {{^}}#include <clustrix/runtime.h>
// CHECK-NEXT: {{^}}#line 1 "{{.*}}prologue.cpp"
// CHECK: {{^}}#include <cstddef>
