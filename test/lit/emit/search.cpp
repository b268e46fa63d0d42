// RUN: %clustrix-rewrite --remarks none -o - %s -- -std=c++20 | grep -v CHECK | FileCheck %s
// RUN: %clustrix-rewrite --remarks none --report - --report-format json -o /dev/null %s -- -std=c++20 | FileCheck --check-prefix=REPORT %s
// What leaves the loop is a `return true` of the kernel; the loop itself then begins at the iteration that was found.
#include <vector>

[[clustrix::cluster]]
int find(const std::vector<int>& v, int n, int key, int& value) {
  int index = -1;
  for (int i = 2; i < n; ++i) {
    if (v[i] < 0) continue;
    if (v[i] == key) {
      index = i;
      value = v[i];
      break;
    }
  }
  return index;
}

// CHECK: CLUSTRIX_HD bool operator()(clustrix::Index k) const {
// CHECK: if (v[i] < 0) return false;
// CHECK-NEXT: if (v[i] == key) { return true; }
// CHECK-NEXT: }
// CHECK-NEXT: return false;
// CHECK: const clustrix::Index first = clustrix::isSmall(clustrix::trips(clustrix::Index(n) - 2, 1), 2)
// CHECK-NEXT: ? clustrix::Index{0} : clustrix::apart([&, key = key, n = n] {
// CHECK: loop.require(v_size_ >= n_,
// CHECK-NEXT: "`v[i]` exists in all iterations (v.size() - n >= 0)", {{[{][{]}}"n", n_}, {"v.size()", v_size_}});
// CHECK: return loop.search(footprint, kernel);
// CHECK-NEXT: });
// CHECK: for (int i = static_cast<int>(first + 2); i < n; ++i) {
// CHECK: index = i;

// REPORT: "kinds":
// REPORT-NEXT: "reduction"
// REPORT: "operator": "min"
