// RUN: %clustrix-rewrite --remarks none -o - %s -- -std=c++20 | grep -v CHECK | FileCheck %s
// An array at file scope is an array like any other: the kernel holds a pointer or span to it.

static double series[1000];

[[clustrix::cluster]]
void ramp(int n) {
  for (int i = 0; i < n; ++i) series[i] = 0.5 * i;
}

// CHECK: struct ramp_8 {
// CHECK: series[i] = 0.5 * i;
// CHECK: .array("series", {{.*}}series
