// RUN: %clustrix-rewrite --remarks none -o - %s -- -std=c++20 | grep -v CHECK | FileCheck %s
// A range-for over a vector is counted: the element's name is bound in the kernel.

#include <vector>

[[clustrix::cluster]]
void scale(std::vector<double>& values, double by) {
  for (double& value : values) value *= by;
}

// CHECK: struct scale_8 {
// CHECK: double& value = values[k];
// CHECK-NEXT: value *= by;
// CHECK: .writes(values_).box(chunk.begin, {1, chunk.size()});
