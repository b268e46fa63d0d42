// An unknown key of the attribute is an error at the key.
// RUN: rc=0; %clustrix-rewrite %s -o %t.cu 2> %t.err || rc=$?; test $rc -eq 2
// RUN: FileCheck %s < %t.err
// RUN: not test -e %t.cu
// CHECK: unknown-attribute-key.cpp:[[#@LINE+3]]:22: error: unknown key 'gpu'
// CHECK-NEXT: gpu = 2
// CHECK-NEXT: ^
[[clustrix::cluster( gpu = 2)]] void scale(double* a, int n) {
  for (int i = 0; i < n; ++i) a[i] = 2 * a[i];
}
