// RUN: %clustrix-rewrite --remarks none -o - %s -- -std=c++20 | grep -v CHECK | FileCheck %s
// What the source's own #line says of the text behind it stays true, also of what stands in a kernel.

#line 40 "grammar.y"
[[clustrix::cluster]] void number(int* a, int n) {
  for (int i = 0; i < n; ++i) a[i] += __LINE__;
}

// CHECK: struct number_{{[0-9]+}} {
// CHECK: {{^}}#line 41 "grammar.y"
// CHECK-NEXT: a[i] += __LINE__;
// CHECK: {{^}}#line 40 "grammar.y"
// CHECK-NEXT: cluster{{\]\]}} __attribute__((used)) inline void number
// CHECK: {{^}}#line 41 "grammar.y"
// CHECK-NEXT: for (int i = 0;
// CHECK: {{^}}#line 42 "grammar.y"
