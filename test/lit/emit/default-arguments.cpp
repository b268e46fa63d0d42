// RUN: %clustrix-rewrite --remarks none -o - %s -- -std=c++20 | grep -v CHECK | FileCheck %s
// A default argument stands where the function is declared: what it names of the host, no kernel can hand over.

int scale = 4;
constexpr int fixed = 3;
inline int scaled(int a, int by = scale) { return a * by; }
inline int plain(int a, int by = fixed) { return a * by; }

[[clustrix::cluster]] void named(int* a, int n) {
  for (int i = 0; i < n; ++i) a[i] = scaled(i);
}
// CHECK: struct named_{{.*}} {
// CHECK: whyHostAlone = "the loop's body uses 'scale', which a device cannot see"

[[clustrix::cluster]] void given(int* a, int n) {
  for (int i = 0; i < n; ++i) a[i] = scaled(i, 5) + plain(i);
}
// CHECK: struct given_{{.*}} {
// CHECK-NOT: hostOnly
// CHECK: loop.array
