// A function that cannot combine, a missing value and an unknown name are errors at the attribute; any compiler may
// ignore it.
// RUN: rc=0; %clustrix-rewrite %s -o %t.cu 2> %t.err || rc=$?; test $rc -eq 2
// RUN: FileCheck %s < %t.err
struct Sum { double value; };
// CHECK: reduction-attribute.cpp:[[#@LINE+1]]:3: error: 'clustrix::reduction' applies to functions that combine two values
[[clustrix::reduction(Sum{0})]] double join(const Sum& a, const Sum& b) { return a.value + b.value; }
// CHECK: reduction-attribute.cpp:[[#@LINE+1]]:3: error: 'clustrix::reduction' needs the value that changes nothing
[[clustrix::reduction]] Sum add(const Sum& a, const Sum& b) { return {a.value + b.value}; }
// CHECK: reduction-attribute.cpp:[[#@LINE+1]]:27: error: 'zero' in the identity of 'clustrix::reduction' is not known
[[clustrix::reduction(Sum{zero})]] Sum take(const Sum& a, const Sum& b) { return {a.value + b.value}; }
[[clustrix::cluster]] void scale(double* a, int n) {
  for (int i = 0; i < n; ++i) a[i] = 2 * a[i];
}
