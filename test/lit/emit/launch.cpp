// RUN: %clustrix-rewrite --remarks none -o - %s -- -std=c++20 | grep -v CHECK | FileCheck %s
// The loop becomes a launch: site, iterations, arrays, footprint, kernel; the original loop runs where it declines.

[[clustrix::cluster]]
void axpy(double* y, const double* x, double alpha, int n) {
  for (int i = 0; i < n; ++i)
    y[i] += alpha * x[i];
}

// CHECK: {{^}}__attribute__((used)) inline void axpy(double* y, const double* x, double alpha, int n) {
// CHECK: const clustrix::Launch launch = clustrix::isSmall(clustrix::trips(clustrix::Index(n), 1), 3)
// CHECK-NEXT: ? clustrix::Launch() : clustrix::Launch([&, y = y, alpha = alpha, x = x, n = n] {
// CHECK: static constexpr clustrix::Site site{"axpy", "{{.*}}launch.cpp", 6, 3
// CHECK: clustrix::Loop loop(site, clustrix::trips(n_, 1), residency);
// CHECK-DAG: const auto y_ = loop.array("y", y);
// CHECK-DAG: const auto x_ = loop.array("x", x);
// CHECK: return loop.answer(loop.run(footprint, kernel));
// CHECK-NEXT: });
// CHECK-NEXT: if (!launch.ran()) {
// CHECK: for (int i = 0; i < n; ++i)
// CHECK-NEXT: y[i] += alpha * x[i];
