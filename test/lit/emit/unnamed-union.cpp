// RUN: %clustrix-rewrite --remarks none -o - %s -- -std=c++20 | grep -v CHECK | FileCheck %s
// A member of an unnamed union is said without it, also to the kernel: no device can read the host's.
namespace space {
static union {
  int number;
  float bits;
};
}
struct Mixed {
  union {
    int i;
    float f;
  };
};

[[clustrix::cluster]] void add(double* a, const Mixed& m, int n) {
  for (int i = 0; i < n; ++i) a[i] += space::number + m.i;
}

// CHECK: int number;
// CHECK: int m_i;
// CHECK: a[i] += number + m_i;
// CHECK: add_{{[0-9]+}}{at(a_), space::number, m.i};
