// RUN: %clustrix-rewrite --remarks none -o - %s -- -std=c++20 | grep -v CHECK | FileCheck %s
// A kernel has the bitset as the source has it: no function of the library is declared once more for devices.

#include <bitset>

// CHECK-NOT: friend
// CHECK: std::bitset<64> b(x[i]);
// CHECK-NEXT: b.set(x[i] & 63).flip(3);
// CHECK-NEXT: b[7] = b[8];
// CHECK-NEXT: y[i] = (b & mask).count();
// CHECK: const auto kernel
// CHECK-NOT: friend
[[clustrix::cluster]]
void counts(const unsigned long* x, unsigned long* y, int n, std::bitset<64> mask) {
  for (int i = 0; i < n; ++i) {
    std::bitset<64> b(x[i]);
    b.set(x[i] & 63).flip(3);
    b[7] = b[8];
    y[i] = (b & mask).count();
  }
}
