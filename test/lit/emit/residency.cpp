// RUN: %clustrix-rewrite --remarks none -o - %s -- -std=c++20 | grep -v CHECK | FileCheck %s
// Arrays stay on the devices between loops: the text says where the host is about to touch them, and nowhere else.

#include <utility>
#include <vector>

void report(const double* a, int n);

[[clustrix::cluster]]
void smooth(double* a, double* b, int n) {
  for (int i = 1; i < n - 1; ++i) b[i] = a[i - 1] + a[i + 1];
  for (int i = 1; i < n - 1; ++i) a[i] = b[i];
}
// CHECK: void smooth(double* a, double* b, int n) { clustrix::Residency residency;
// CHECK: clustrix::Loop loop(site, clustrix::trips(n_ - 2, 1), residency);
// CHECK: clustrix::Loop loop(site, clustrix::trips(n_ - 2, 1), residency);

[[clustrix::cluster]]
double steps(double* a, double* b, const double& scale, int n, int count) {
  double last = 0;
  for (int t = 0; t < count; ++t) {
    std::vector<double> work(n);
    for (int i = 0; i < n; ++i) work[i] = a[i] * scale;
    for (int i = 0; i < n; ++i) b[i] += work[i];
    std::swap(a, b);
    last = b[0];
    a[n - 1] += last;
    if (t % 10 == 0) report(b, n);
    if (last > 1e9) break;
    smooth(a, b, n);
  }
  while (a[0] > 2)
    for (int i = 0; i < n; ++i) a[i] *= 0.5;
  for (int i = 1; i < 8; ++i) b[i] += a[i] * b[i - 1];
  return last;
}
// CHECK: int count) { clustrix::Residency residency;
// CHECK-NEXT: {{^}}  double last = 0;
// CHECK-NEXT: {{^}}  for (int t = 0; t < count; ++t) {
// CHECK-NEXT: {{^}}    std::vector<double> work(n); clustrix::Lifetime lifetime(residency);
// CHECK-NEXT: {{^}}    {
// CHECK-NEXT: {{^}}      residency.reads(scale);
// CHECK-NEXT: const clustrix::Launch launch = clustrix::isSmall({{.*}})
// CHECK-NEXT: ? clustrix::Launch() : clustrix::Launch([&, {{.*}}] {
// CHECK-NEXT: static constexpr clustrix::Site
// CHECK: {{^}}    std::swap(a, b);
// CHECK-NEXT: {{^}}    residency.reads(b[0]); last = b[0];
// CHECK-NEXT: {{^}}    residency.writes(a[n - 1]); a[n - 1] += last;
// CHECK-NEXT: {{^}}    if (t % 10 == 0) { residency.host(); report(b, n); }
// CHECK-NEXT: {{^}}    if (last > 1e9) break;
// CHECK-NEXT: {{^}}    residency.lend(); smooth(a, b, n);
// CHECK-NEXT: {{^}}  }
// CHECK-NEXT: {{^}}  while ((residency.reads(a[0]), a[0] > 2))
// CHECK: {{^}}  residency.host(); for (int i = 1; i < 8; ++i) b[i] += a[i] * b[i - 1];
// CHECK-NEXT: {{^}}  return last;

// One launch that is not repeated has nothing to keep, but for what the program says.
[[clustrix::cluster]]
void once(double* a, int n) {
  report(a, n);
  for (int i = 0; i < n; ++i) a[i] = 0;
  report(a, n);
}
// CHECK: void once(double* a, int n) { clustrix::BriefResidency residency;
// CHECK-NEXT: {{^}}  residency.host(); report(a, n);
// CHECK: clustrix::Loop loop(site, clustrix::trips(n_, 1), residency);
// CHECK: {{^}}  residency.host(); report(a, n);
// CHECK-NEXT: {{^}}}

// Running values are those of two passes, which want all at home.
[[clustrix::cluster]]
void sums(int* a, int n) {
  int sum = 0;
  for (int i = 0; i < n; ++i) {
    sum += a[i];
    a[i] = sum;
  }
}
// CHECK: void sums(int* a, int n) {
// CHECK-NOT: Residency
// CHECK: clustrix::Loop loop(site, clustrix::trips(n_, 1));

// Jumps to labels hide where statements run.
[[clustrix::cluster]]
void jumps(double* a, int n) {
again:
  for (int i = 0; i < n; ++i) a[i] = 0;
  for (int i = 0; i < n; ++i) a[i] += 1;
  if (--n > 8) goto again;
}
// CHECK: void jumps(double* a, int n) {
// CHECK-NOT: Residency
