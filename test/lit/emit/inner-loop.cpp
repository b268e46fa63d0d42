// RUN: %clustrix-rewrite --remarks none -o - %s -- -std=c++20 | grep -v -e CHECK -e PLAN | FileCheck %s
// RUN: %clustrix-rewrite --remarks none --emit plan %s -- -std=c++20 | FileCheck --check-prefix PLAN %s
// The inner loop of a nest has a launch of its own inside the outer one's text, for when the runtime prefers it.

[[clustrix::cluster]]
void planes(double* a, const double* site, int rows, int n) {
  for (int k = 0; k < rows; ++k) {  // a plane each
    for (int i = 0; i < n; ++i) a[k * n + i] = site[i];
  }  // done
}
// PLAN: function planes
// PLAN: loop {{.*}}inner-loop.cpp:7:3
// PLAN-NEXT: devices
// PLAN: or {{.*}}inner-loop.cpp:8:5 in each iteration, where there are few
// PLAN: loop {{.*}}inner-loop.cpp:8:5
// PLAN-NEXT: sequential, inside a kernel

// CHECK: struct planes_7 {
// CHECK: struct planes_8 {
// CHECK: clustrix::Loop loop(site_, clustrix::trips(rows_, 1), residency);
// CHECK-NEXT: loop.operations(
// CHECK-NEXT: loop.inner(clustrix::trips(n_, 1));
// CHECK: if (loop.run(footprint, kernel)) return loop.answer(true);
// CHECK-NEXT: if (!loop.prefersInner()) return loop.answer(false);
// The function's own is for one launch.
// CHECK-NEXT: clustrix::Residency residency_;
// CHECK-NEXT: #line 7 "
// CHECK-NEXT: {{^}}  for (int k = 0; k < rows; ++k) {  // a plane each
// CHECK-NEXT: {
// CHECK-NEXT: const clustrix::Launch launch_ = clustrix::isSmall({{.*}})
// CHECK-NEXT: ? clustrix::Launch() : clustrix::Launch([&, {{.*}}] {
// CHECK-NEXT: static constexpr clustrix::Site site2{"planes", "{{.*}}inner-loop.cpp", 8, 5};
// CHECK: clustrix::Loop loop_(site2, clustrix::trips(n_2, 1), residency_);
// CHECK: if (!launch_.ran()) {
// CHECK-NEXT: #line 8 "
// CHECK-NEXT: {{^}}    for (int i = 0; i < n; ++i) a[k * n + i] = site[i];
// CHECK-NEXT: }
// CHECK-NEXT: }
// CHECK-NEXT: #line 9 "
// CHECK-NEXT: {{^}}  }
// CHECK-NEXT: return loop.answer(true);
// CHECK-NEXT: });
// CHECK-NEXT: if (!launch.ran()) {
// CHECK-NEXT: #line 7 "
// CHECK-NEXT: {{^}}  for (int k = 0; k < rows; ++k) {  // a plane each
// CHECK-NEXT: {{^}}    for (int i = 0; i < n; ++i) a[k * n + i] = site[i];
// CHECK-NEXT: {{^}}  }
// CHECK: #line 10 "
// CHECK-NEXT: {{^}}}

// In a function that keeps arrays on the devices, both ways do.
[[clustrix::cluster]]
void steps(double* a, const double* b, const double& by, int n, int count) {
  for (int t = 0; t < count; ++t)
    for (int k = 0; k < 3; ++k)
      for (int i = 0; i < n; ++i) a[k * n + i] = a[k * n + i] * by + b[i] + t;
  a[0] += b[0];
}

// CHECK: void steps({{.*}} clustrix::Residency residency;
// CHECK: if (!loop.prefersInner()) return loop.answer(false);
// CHECK-NEXT: #line
// CHECK-NEXT: {{^}}    for (int k = 0; k < 3; ++k)
// CHECK-NEXT: {
// CHECK-NEXT: residency.reads(by);
// CHECK-NEXT: const clustrix::Launch launch_ = clustrix::isSmall({{.*}})
// CHECK-NEXT: ? clustrix::Launch() : clustrix::Launch([&, {{.*}}] {
// CHECK: clustrix::Loop loop_(site_, clustrix::trips(n_2, 1), residency);

// A result that depends on the division: one way.
[[clustrix::cluster]]
double total(const double* a, int rows, int n) {
  double sum = 0;
  for (int k = 0; k < rows; ++k)
    for (int i = 0; i < n; ++i) sum += a[k * n + i];
  return sum;
}
// PLAN: function total
// PLAN-NOT: in each iteration
// CHECK: double total(
// CHECK-NOT: prefersInner
