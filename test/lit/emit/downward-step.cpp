// RUN: %clustrix-rewrite --remarks none -o - %s -- -std=c++20 | grep -v CHECK | FileCheck %s
// A loop that counts down by three: the trip count by `trips`, the counter from its start downwards.

[[clustrix::cluster]]
void thin(int* a, int n) {
  for (int i = n - 1; i >= 0; i -= 3) a[i] = 0;
}

// CHECK: clustrix::Index first;
// CHECK: int i = clustrix::counter<int>(first - 3 * k);
// CHECK: clustrix::Loop loop(site, clustrix::trips(n_, 3), residency);
// CHECK: .writes(a_).box(n_ - 3 * chunk.begin - 1, {-3, chunk.size()});
