// RUN: %clustrix-rewrite --remarks missed -o %t.cu %s -- -std=c++20 2>&1 | FileCheck %s --implicit-check-not="remark: loop {{.*}}on the host"
// RUN: FileCheck %s --check-prefix=KERNEL < %t.cu
// Types that nvcc lays out otherwise for devices, or does not compile, keep a loop on the host; all others do not.
#include <complex>
#include <tuple>
#include <vector>

using Vector = float __attribute__((vector_size(16)));
// CHECK: [[#@LINE+2]]:{{[0-9]+}}: remark: {{.*}}host's threads alone: the loop's body uses a vector type of the compiler's
[[clustrix::cluster]] void vectors(Vector* x, Vector value, int n) {
  for (int i = 0; i < n; ++i) x[i] = value;
}

struct Holder { int tag; Vector value; };
// CHECK: [[#@LINE+2]]:{{[0-9]+}}: remark: {{.*}}host's threads alone: the loop's body uses a vector type of the compiler's
[[clustrix::cluster]] void holders(Holder* x, int n) {
  for (int i = 0; i < n; ++i) x[i].tag = i;
}

// CHECK: [[#@LINE+2]]:{{[0-9]+}}: remark: {{.*}}host's threads alone: the loop's body uses a number of 16 bits
[[clustrix::cluster]] void halves(_Float16* x, int n) {
  for (int i = 0; i < n; ++i) x[i] = 1;
}

// CHECK: [[#@LINE+2]]:{{[0-9]+}}: remark: {{.*}}host's threads alone: the loop's body uses _Complex, whose arithmetic
[[clustrix::cluster]] void compilers(_Complex double* x, int n) {
  for (int i = 0; i < n; ++i) x[i] = x[i] * x[i];
}

// CHECK: [[#@LINE+2]]:{{[0-9]+}}: remark: {{.*}}host's threads alone: the loop's body uses long double
[[clustrix::cluster]] void widest(std::complex<long double>* x, int n) {
  for (int i = 0; i < n; ++i) x[i] = x[i] * x[i];
}

typedef double Loose __attribute__((aligned(4)));
struct Placed { int first; Loose second; };
// CHECK: [[#@LINE+2]]:{{[0-9]+}}: remark: {{.*}}uses 'Placed', whose member 'second' a device places by its type's own
[[clustrix::cluster]] void placed(Placed* x, int n) {
  for (int i = 0; i < n; ++i) x[i].first = i;
}

struct Empty {};
struct Derived : Empty { int x; };
struct Shared { [[no_unique_address]] Empty one; [[no_unique_address]] Empty two; char value; };
// CHECK: [[#@LINE+2]]:{{[0-9]+}}: remark: {{.*}}uses 'Shared', whose member 'one' a device may place otherwise
[[clustrix::cluster]] void shared(Shared* x, int n) {
  for (int i = 0; i < n; ++i) x[i].value = 1;
}

struct __attribute__((packed)) Record { char tag; short values[8]; double size; };
// CHECK: [[#@LINE+3]]:{{[0-9]+}}: remark: {{.*}}the loop's body leads to a packed member
[[clustrix::cluster]] void walked(Record* x, int n) {
  for (int i = 0; i < n; ++i)
    for (const short& value : x[i].values) x[i].tag += static_cast<char>(value);
}

// None of these says a word.
[[clustrix::cluster]] void records(Record* x, int n) {
  for (int i = 0; i < n; ++i) x[i].size += x[i].values[2];
}
// KERNEL: struct records_
// KERNEL: CLUSTRIX_HD void operator()
struct Bits { int a : 3; unsigned b : 20; bool c : 1; };
struct alignas(32) Wide { double x[3]; Bits bits; __int128 large; };
struct Pairs { std::tuple<Empty, char, int> t; std::pair<char, double> p; Derived d; };
[[clustrix::cluster]] void others(Wide* x, Pairs* y, int n) {
  for (int i = 0; i < n; ++i) {
    x[i].x[1] = i;
    y[i].p.second = i;
  }
}
// KERNEL: struct others_
// KERNEL: CLUSTRIX_HD void operator()
[[clustrix::cluster]] void numbers(std::complex<double>* a, const std::complex<float>* b, int n) {
  for (int i = 0; i < n; ++i) a[i] = a[i] * std::exp(a[i]) + std::complex<double>(b[i]) / 2.0;
}
// KERNEL: struct numbers_
// KERNEL: CLUSTRIX_HD void operator()
