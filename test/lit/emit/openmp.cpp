// RUN: %clustrix-rewrite --remarks missed -o /dev/null %s -- -std=c++20 -fopenmp 2>&1 | FileCheck %s
// RUN: %clustrix-rewrite --remarks none --require-parallel -o /dev/null %s -- -std=c++20
// Compiled with OpenMP, a loop in a region is run by each of its threads, and 'omp for' wants the loop itself.
#include <omp.h>

[[clustrix::cluster]] void twice(double* a, int n) {
#pragma omp parallel
  {
#pragma omp for
    for (int i = 0; i < n; ++i) a[i] *= 2;
  }
#pragma omp parallel for schedule(static) num_threads(2)
  for (int i = 0; i < n; ++i) a[i] *= 3;
  double t = 7;
#pragma omp parallel for private(t)
  for (int i = 0; i < n; ++i) {
    t = a[i];
    a[i] = t * t;
  }
  a[0] += t;
}

// CHECK: openmp.cpp:10:{{.*}}each thread of an OpenMP region runs the loop
// CHECK: openmp.cpp:13:{{.*}}[clustrix-parallel]
// CHECK: openmp.cpp:16:{{.*}}'t' keeps its value behind the loop
