// RUN: %clustrix-rewrite --remarks none -o - %s -- -std=c++20 | grep -v CHECK | FileCheck %s
// Compilers and debuggers are pointed at the source: in the kernel's body, in the original loop, and after the launch.

[[clustrix::cluster]]
int scale(int* a, int n) {
  for (int i = 0; i < n; ++i)
    a[i] *= 2;
  return n;
}

// CHECK: operator()
// CHECK: {{^}}#line 7 "{{.*}}line-directives.cpp"
// CHECK-NEXT: a[i] *= 2;
// CHECK: {{^}}#line 6 "{{.*}}line-directives.cpp"
// CHECK-NEXT: for (int i = 0; i < n; ++i)
// CHECK: {{^}}#line 8 "{{.*}}line-directives.cpp"
// CHECK-NEXT: {{^}}  return n;
