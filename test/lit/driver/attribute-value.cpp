// A wrong type and a value out of range are errors at the key, each of them.
// RUN: rc=0; %clustrix-rewrite %s -o %t.cu 2> %t.err || rc=$?; test $rc -eq 2
// RUN: FileCheck %s < %t.err
// CHECK: attribute-value.cpp:[[#@LINE+3]]:23: error: 'gpus' of 'clustrix::cluster' takes a positive integer
// CHECK: attribute-value.cpp:[[#@LINE+2]]:35: error: 'complexity_threshold' of 'clustrix::cluster' takes
// CHECK: ^
[[clustrix::cluster(  gpus = "2", complexity_threshold = 6)]] void scale(double* a, int n) {
  for (int i = 0; i < n; ++i) a[i] = 2 * a[i];
}
