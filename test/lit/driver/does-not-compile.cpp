// A source that does not compile gets the compiler's own diagnostics, with a caret, and no output.
// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: rc=0; %clustrix-rewrite %s -o out.cu 2> err || rc=$?; test $rc -eq 2
// RUN: FileCheck %s < err
// RUN: not test -e out.cu
// CHECK: does-not-compile.cpp:[[#@LINE+3]]:23: error: use of undeclared identifier 'm'
// CHECK: ^
[[clustrix::cluster]] void scale(double* a, int n) {
  for (int i = 0; i < m; ++i) a[i] = 2 * a[i];
}
