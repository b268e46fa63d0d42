// RUN: %clustrix-rewrite --remarks none -o - %s -- -std=c++20 | grep -v CHECK | FileCheck %s
// RUN: %clustrix-rewrite --remarks none --report - --report-format json -o /dev/null %s -- -std=c++20 | FileCheck --check-prefix=REPORT %s
// A running value: the kernel's iteration comes twice, and only the second time it writes.

[[clustrix::cluster]]
int prefix(const int* a, int* b, int n) {
  int sum = 5;
  for (int i = 0; i < n; ++i) {
    sum += a[i];
    b[i] = sum;
  }
  return sum;
}

// CHECK: clustrix::Wrapping<int> sum;
// CHECK: template <bool writing>
// CHECK-NEXT: CLUSTRIX_HD void iterate(clustrix::Index k, Partial& partial) const {
// CHECK: auto& sum = clustrix::carriedAs<int, writing>(partial.sum);
// CHECK: sum += a[i];
// CHECK-NEXT: if constexpr (writing) b[i] = sum;
// CHECK: total.sum = static_cast<decltype(total.sum)>(sum);
// CHECK-NEXT: const clustrix::Launch launch = clustrix::isSmall({{.*}})
// CHECK-NEXT: ? clustrix::Launch() : clustrix::Launch([&, {{.*}}] {
// CHECK: const auto footprint = [&](clustrix::Chunk chunk, clustrix::Footprint& touched, const auto&, const auto&) {
// CHECK: return loop.answer(loop.scan(footprint, kernel, total));
// CHECK-NEXT: });
// CHECK-NEXT: if (launch.ran()) {
// CHECK-NEXT: sum = static_cast<int>(total.sum);
// CHECK-NEXT: } else {

// REPORT: "kinds":
// REPORT: "scan"
