// Reductions into two-dimensional local arrays: the kernel's member is a pointer to rows, whose elements wrap.
#include "show.h"

[[clustrix::cluster]]
unsigned unsigned_rows(const int* a, int n) {
  unsigned bins[4][8] = {};
  for (int i = 0; i < n; ++i) {  // want: parallel
    bins[a[i] & 3][a[i] & 7] += 7u;
  }
  unsigned hash = 0;
  for (int r = 0; r < 4; ++r)
    for (int c = 0; c < 8; ++c) hash = hash * 31u + bins[r][c];  // may: parallel
  return hash;
}

[[clustrix::cluster]]
int signed_rows(const int* a, const int* b, int n) {
  int bins[6][5] = {};
  for (int i = 0; i < n; ++i) {  // want: parallel
    bins[(a[i] & 1023) % 6][(b[i] & 1023) % 5] += b[i] - a[i];
  }
  return bins[0][0] ^ bins[1][4] ^ bins[5][3] ^ bins[5][4];
}

int main() {
  Random random(41);
  std::vector<int> a(4000), b(4000);
  random.fillBelow(a, 5000);
  random.fillBelow(b, 7000);
  for (const int n : {0, 1, 2, 9, 500, 4000}) {
    put("unsigned", unsigned_rows(a.data(), n));
    put("signed", signed_rows(a.data(), b.data(), n));
  }
}
