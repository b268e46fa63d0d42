// RUN: %clustrix-rewrite --remarks none -o - %s -- -std=c++20 | grep -v CHECK | FileCheck %s
// Names of the source that the generated code would like to use: it picks others, and leaves the source's alone.

[[clustrix::cluster]]
void words(double* at, const double* chunk, int loop, double footprint) {
  for (int k = 0; k < loop; ++k) at[k] = chunk[k] * footprint;
}

// CHECK: struct words_6 {
// CHECK: at[k] = chunk[k] * footprint;
// CHECK: clustrix::Loop loop{{[_0-9]+}}(
// CHECK: for (int k = 0; k < loop; ++k) at[k] = chunk[k] * footprint;
