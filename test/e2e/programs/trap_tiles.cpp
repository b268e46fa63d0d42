// Bounds that are the greater of two where the lesser would be right, and tiles that overlap.
#include "show.h"

#include <algorithm>

[[clustrix::cluster]]
void greater(std::vector<double>& a, int n) {
  for (int ii = 0; ii < n; ii += 16)                 // want: serial
    for (int i = ii; i < std::max(ii + 16, n); ++i)  // want: parallel
      a[i] = a[i] * 0.5 + ii;
}

[[clustrix::cluster]]
void chosen_the_wrong_way(std::vector<double>& a, int n) {
  for (int ii = 0; ii < n; ii += 16)                             // want: serial
    for (int i = ii; i < (ii + 16 > n ? ii + 16 : n); ++i)       // want: parallel
      a[i] = a[i] * 0.5 + ii;
}

[[clustrix::cluster]]
void other_things_compared(std::vector<double>& a, const int* b, int n) {
  for (int ii = 0; ii < n; ii += 16)                                     // want: serial
    for (int i = ii; i < (b[ii] < n ? std::min(ii + 17, n) : n); ++i)  // want: parallel
      a[i] = a[i] * 0.5 + ii;
}

[[clustrix::cluster]]
void overlapping_tiles(std::vector<double>& a, int n) {
  for (int ii = 0; ii < n; ii += 16)                 // want: serial
    for (int i = ii; i < std::min(ii + 17, n); ++i)  // want: parallel
      a[i] = a[i] * 0.5 + ii;
}

[[clustrix::cluster]]
void starts_too_early(std::vector<double>& a, int n) {
  for (int ii = 0; ii < n; ii += 16)                                // want: serial
    for (int i = std::min(ii, 40); i < std::min(ii + 16, n); ++i)  // want: parallel
      a[i] = a[i] * 0.5 + ii;
}

[[clustrix::cluster]]
void wide_band(std::vector<double>& a, int n, int w) {
  // Rows closer than the band.
  for (int i = 0; i < n; ++i)                                           // want: serial
    for (int j = std::max(0, i - w); j < std::min(n, i + w + 1); ++j)  // want: parallel
      a[i + j] = a[i + j] * 0.5 + j;
}

[[clustrix::cluster]]
void unsigned_bound(std::vector<double>& a, int n, unsigned m) {
  // Compared as unsigned numbers: -1 is more than m.
  for (int ii = 0; ii < 64; ii += 16)                                                  // want: serial
    for (int i = ii; static_cast<unsigned>(i) < std::min(static_cast<unsigned>(n), m); ++i)  // want: parallel
      a[i] = a[i] * 0.5 + ii;
}

int main() {
  Random random(32);
  for (const int n : {90, 16, 1, 0}) {
    std::vector<double> a(400);
    random.fillUnit(a);
    std::vector<int> b(400);
    random.fillBelow(b, 100);
    greater(a, n);
    chosen_the_wrong_way(a, n);
    other_things_compared(a, b.data(), n);
    overlapping_tiles(a, n);
    starts_too_early(a, n);
    show("tiles", a.data(), 400);
    for (const int w : {0, 1, 50}) wide_band(a, n, w);
    unsigned_bound(a, -1, n);
    unsigned_bound(a, n, 20);
    show("bands", a.data(), 400);
  }
}
