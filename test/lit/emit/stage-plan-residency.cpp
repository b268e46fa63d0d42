// RUN: %clustrix-rewrite --remarks none --emit plan %s -- -std=c++20 | FileCheck %s
// The plan: what the host touches between launches, and which launches leave their results on the devices.

void report(const double* a, int n);

[[clustrix::cluster]]
void steps(double* a, double* out, const double& by, int n, int count) {
  for (int t = 0; t < count; ++t) {
    double sum = 0;
    for (int i = 0; i < n; ++i) a[i] += by;
    for (int i = 0; i < n; ++i) sum += a[i];
    *out = sum + a[0];
    double few[4] = {sum};
    for (int i = 0; i < n; ++i) a[i] -= few[i % 4];
    report(a, n);
  }
}

// CHECK: loop {{.*}}stage-plan-residency.cpp:10:5
// CHECK: leaves its results on the devices
// CHECK-NEXT: on the host: reads by
// CHECK: loop {{.*}}stage-plan-residency.cpp:11:5
// CHECK: leaves its results on the devices
// CHECK: {{^}}  arrays stay on the devices between launches
// CHECK-NEXT: {{^}}    12:5: reads a[0], writes *out
// CHECK-NEXT: {{^}}    13:27: a variable lives from here
// CHECK-NEXT: {{^}}    15:5: touches anything
// CHECK-NOT: touches
