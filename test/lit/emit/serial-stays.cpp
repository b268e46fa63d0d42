// RUN: %clustrix-rewrite --remarks none -o - %s -- -std=c++20 | grep -v CHECK | FileCheck %s
// A function whose only loop is serial is as it was, but for a comparison in front: the program may keep something on
// devices. No kernel is made for it.

[[clustrix::cluster]]
void carry(int* a, int n) {
  for (int i = 1; i < n; ++i)
    a[i] -= a[i - 1];
}

// CHECK-NOT: struct
// CHECK-NOT: clustrix::Loop
// CHECK: {{^}}__attribute__((used)) inline void carry(int* a, int n) { clustrix::bringHome();
// CHECK-NEXT: {{^}}  for (int i = 1; i < n; ++i)
// CHECK-NEXT: {{^}}    a[i] -= a[i - 1];
// CHECK-NEXT: {{^}}}
