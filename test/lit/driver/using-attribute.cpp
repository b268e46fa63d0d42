// The scope of attributes may be said once for all of a list.
// RUN: %clustrix-rewrite %s -o %t.cu --remarks all -- -std=c++20 2> %t.err
// RUN: FileCheck %s < %t.err

[[using clustrix: cluster(gpus = 2, math = "fast")]] void fill(double* a, const int* key, int n) {
  // CHECK: using-attribute.cpp:[[#@LINE+1]]:{{.*}}serial
  [[using clustrix: serial]] for (int i = 0; i < n; ++i) a[i] = 1;
  // CHECK: using-attribute.cpp:[[#@LINE+1]]:{{.*}}parallel
  [[likely]] [[using clustrix: independent]] for (int i = 0; i < n; ++i) a[key[i]] = 1;
}
