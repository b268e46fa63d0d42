// RUN: %clustrix-rewrite --remarks none -o - %s -- -std=c++20 | grep -v CHECK | FileCheck %s
// Packed writes: the first pass counts, and a chunk's region lies between what the counter is before and behind it.

[[clustrix::cluster]]
int keep(const double* a, double* out, int n) {
  int j = 0;
  for (int i = 0; i < n; ++i)
    if (a[i] > 0)
      out[j++] = a[i];
  return j;
}

// CHECK: { if constexpr (!writing) j++; else out[j++] = a[i]; }
// CHECK: const auto footprint = [&](clustrix::Chunk chunk, clustrix::Footprint& touched, const auto& before, const auto& after) {
// CHECK: touched.writes(out_).box(static_cast<clustrix::Index>(static_cast<int>(before.j)), {1, static_cast<clustrix::Index>(static_cast<int>(after.j)) - static_cast<clustrix::Index>(static_cast<int>(before.j))});
