// RUN: %clustrix-rewrite --remarks none -o - %s -- -std=c++20 | grep -v CHECK | FileCheck %s
// The attribute's keys reach the runtime through the site.

[[clustrix::cluster(gpus = 2, schedule = "dynamic", min_iterations = 64)]]
void scale(double* a, int n) {
  for (int i = 0; i < n; ++i) a[i] *= 2;
}

// CHECK: static constexpr clustrix::Site
// CHECK: gpus(2)
// CHECK: schedule(clustrix::Schedule::Dynamic)
// CHECK: minIterations(64)
