// RUN: %clustrix-rewrite --remarks none -o - %s -- -std=c++20 | grep -v CHECK | FileCheck %s
// push_back in some iterations: the first pass counts, and there is room for so many elements before the second.
#include <vector>

[[clustrix::cluster]]
std::vector<int> keep(const std::vector<int>& a, int limit) {
  std::vector<int> out;
  for (int x : a) {
    if (x <= limit) continue;
    out.push_back(x);
  }
  return out;
}

[[clustrix::cluster]]
void sums(const int* a, int n, std::vector<long>& out) {
  long sum = 0;
  for (int i = 0; i < n; ++i) {
    sum += a[i];
    out.push_back(sum);
    out.push_back(-sum);
  }
}

// CHECK: clustrix::Index out_next;
// CHECK: clustrix::Index& out_next = partial.out_next;
// CHECK: if constexpr (!writing) out_next++; else out[out_next++] = x;
// CHECK: clustrix::Room out_room(out);
// CHECK: const auto out_ = loop.array("out", out_room);
// CHECK: touched.writes(out_).box(before.out_next, {1, after.out_next - before.out_next});
// CHECK: total.out_next = static_cast<clustrix::Index>(out.size());
// CHECK: const auto place = [&](const auto& counted) {
// CHECK-NEXT: return loop.place(out_, out_room, counted.out_next);
// CHECK: if (loop.scan(footprint, kernel, total, place)) {
// CHECK-NEXT: out_room.keep();
// CHECK-NEXT: } else {
// CHECK-NEXT: out_room.drop();

// In step with the loop, beside a running value: no room either where the scan does not run.
// CHECK: clustrix::Index out_next = out_first + 2 * k;
// CHECK: if constexpr (writing) out[out_next++] = sum;
// CHECK: clustrix::Room out_room(out);
// CHECK-NOT: made()
// CHECK: const auto place = [&](const auto&) {
// CHECK-NEXT: return loop.place(out_, out_room, clustrix::trips(n_, 1), 2);
