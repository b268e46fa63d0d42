// Traps: steps at the begin of a body whose other loops are launched, while the loop itself stays as it is written.
#include "show.h"

#include <algorithm>
#include <cstdio>

[[clustrix::cluster]]
void overlapping(int* a, int n, int m) {
  int i = m;
  while (i > 0) {  // want: serial
    --i;
    for (int j = 0; j < n; ++j) a[i + j] = i * i % 1024;  // want: parallel
  }
}

[[clustrix::cluster]]
void upwards(int* a, int n, int m) {
  int i = 0;
  do {  // want: serial
    ++i;
    for (int j = 0; j < n; ++j) a[i + j] += i;  // want: parallel
    a[i] = a[i + 1] % 7;
  } while (i < m);
}

[[clustrix::cluster]]
void filled(int* a, int n, int m) {
  int i = m;
  while (i > 0) {  // want: serial
    --i;
    std::fill(a + i, a + i + n, i);
  }
}

[[clustrix::cluster]]
void rows(int* a, int n, int m) {
  int i = m;
  while (i > 0) {
    --i;
    for (int j = 0; j < n; ++j) a[i * n + j] += i;  // want: parallel
  }
}

[[clustrix::cluster]]
void printed(int* a, int n, int m) {
  for (int k = 0; k < n; ++k) a[k] = k * 3;  // want: parallel
  int i = m;
  while (i > 0) {  // want: serial
    --i;
    std::printf("%d ", a[i] + std::max(a[i], i));
    for (int j = 0; j < n; ++j) a[j] += j;  // want: parallel
  }
}

[[clustrix::cluster]]
void plain(int* a, int m) {
  int i = m;
  while (i > 0) {  // want: parallel
    --i;
    a[i] += a[i] > i ? a[i] % 7 : i;
  }
}

int main() {
  std::vector<int> a(9000, 3);
  overlapping(a.data(), 4000, 40);
  show("overlapping", a);
  upwards(a.data(), 4000, 30);
  show("upwards", a);
  filled(a.data(), 4000, 20);
  show("filled", a);
  rows(a.data(), 900, 9);
  show("rows", a);
  printed(a.data(), 4000, 5);
  show("printed", a);
  plain(a.data(), 5000);
  show("plain", a);
}
