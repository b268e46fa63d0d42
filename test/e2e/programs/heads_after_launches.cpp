// Heads of loops that read what a launch has left on the devices: it is on the host before the loop is counted.
#include "show.h"

[[clustrix::cluster]]
void counted(long* limits, double* a, int n) {
  for (int i = 0; i < 9; ++i)  // want: parallel
    limits[i] = i * n;
  for (int k = 0; k < limits[3]; ++k)  // want: parallel
    a[k] = k;
  for (long k = limits[1]; k < limits[2]; k++)  // want: parallel
    a[k] = -k;
}

[[clustrix::cluster]]
void pointed(int* first, int* last, double* a) {
  for (int i = 0; i < 5; ++i)  // want: parallel
    first[i] = i + 2;
  for (int i = 0; i < 5; ++i)  // want: parallel
    last[i] = first[i] * 10;
  for (int i = *first; i < *last; ++i)  // want: parallel
    a[i] += 1;
  for (int i = 0, end = last[4]; i < end; ++i)  // want: parallel
    a[i] *= 3;
}

// Rows begin where the first loop says.
[[clustrix::cluster]]
void rows(int* start, double* a, double* sums, int n) {
  for (int r = 0; r <= n; ++r)  // want: parallel
    start[r] = r * r;
  for (int r = 1; r < n; ++r) {  // want: serial
    sums[r] = sums[r - 1];
    for (int j = start[r]; j < start[r + 1]; ++j)  // want: parallel
      a[j] += sums[r];
  }
}

struct Table {
  std::vector<int> sizes;
  int& size(int i) { return sizes[i]; }

  [[clustrix::cluster]]
  void fill(double* a) {
    for (int i = 0; i < 4; ++i)  // want: parallel
      sizes[i] = 7 * i;
    for (int i = 0; i < sizes[2]; ++i)  // want: parallel
      a[i] = 2 - i;
    for (int i = 0; i < size(3); ++i)  // may: parallel
      a[i] += 0.25;
  }
};

int main() {
  std::vector<double> a(2000), sums(40, 1.5);
  for (int n : {1, 2, 30}) {
    std::vector<long> limits(9);
    counted(limits.data(), a.data(), n);
    show("counted", a);
  }
  std::vector<int> first(5), last(5), start(41);
  pointed(first.data(), last.data(), a.data());
  show("pointed", a);
  rows(start.data(), a.data(), sums.data(), 40);
  show("rows", a);
  Table table{std::vector<int>(4)};
  table.fill(a.data());
  show("table", a);
}
