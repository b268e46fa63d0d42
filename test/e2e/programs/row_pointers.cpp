// Pointers that walk over the elements of a row of an array with two dimensions.
#include "show.h"

int grid[64][64], flags[4096];

[[clustrix::cluster]]
int used(int row) {
  int count = 0;
  for (int* it = grid[row]; it != grid[row] + 64; ++it)  // want: parallel
    if (*it) ++count;
  return count;
}

[[clustrix::cluster]]
void flagged() {
  int k = 0;
  for (int* it = &grid[0][0]; it != &grid[0][0] + 4096; ++it) flags[k++] = *it ? 1 : 0;  // want: parallel
}

[[clustrix::cluster]]
int unused(int (*a)[64], int row) {
  int count = 0;
  for (const int* it = a[row]; it != a[row] + 64; ++it) count += !*it;  // want: parallel
  return count;
}

[[clustrix::cluster]]
void raised(double (*a)[8], int n) {
  double* p = a[0];
  for (int i = 0; i < n * 8; ++i) *p++ += i;  // want: parallel
  auto q = a[1];
  for (int i = 0; i < 8; ++i) *q++ *= 2;  // want: parallel
}

[[clustrix::cluster]]
void through_a_row(double (&a)[9][8]) {
  auto* row = &a[2];
  for (auto p = *row; p < *row + 8; ++p) *p = 2;    // want: parallel
  for (auto q = a; q < a + 9; q++) (*q)[3] += 1;    // may: parallel
  for (int i = 0; i < 9; ++i)                       // want: parallel
    for (auto x = a[i]; x < a[i] + 8; ++x) *x += i;  // may: parallel
}

/// Rows that overlap by half.
[[clustrix::cluster]]
void halves(double (*a)[8], int n) {
  for (double* p = a[0]; p < a[0] + 8 * n - 4; ++p) p[4] += *p;  // want: serial
}

int main() {
  for (int i = 0; i < 4096; ++i) grid[i / 64][i % 64] = i % 3;
  put("used", used(3));
  flagged();
  show("flags", flags, 4096);
  put("unused", unused(grid, 5));
  double a[9][8];
  for (int i = 0; i < 72; ++i) a[i / 8][i % 8] = i * 0.25;
  raised(a, 9);
  through_a_row(a);
  halves(a, 9);
  show("a", a[0], 72);
}
