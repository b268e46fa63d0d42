// Rows that stay apart only when the pitch is large enough, and blocks only when the block size is.
#include "show.h"

[[clustrix::cluster]]
void fill(int* a, int pitch, int rows, int columns) {
  for (int r = 0; r < rows; ++r)       // want: parallel
    for (int c = 0; c < columns; ++c)  // want: parallel
      a[r * pitch + c] = 1000 * r + c;
}

[[clustrix::cluster]]
void smooth(double* a, int pitch, int rows, int columns) {
  for (int r = 0; r < rows; ++r)           // want: parallel
    for (int c = 1; c < columns; ++c)      // want: serial
      a[r * pitch + c] = 0.5 * (a[r * pitch + c] + a[r * pitch + c - 1]);
}

[[clustrix::cluster]]
void scatter_groups(int* a, int group, int groups, int used) {
  for (int g = 0; g < groups; ++g)   // want: parallel
    for (int i = 0; i < used; ++i)   // want: parallel
      a[g * group + i] = a[g * group + i] * 2 + g;
}

int main() {
  Random random(35);
  std::vector<int> a(20000);
  fill(a.data(), 100, 90, 100);
  fill(a.data(), 120, 90, 100);
  show("wide", a);
  fill(a.data(), 60, 90, 100);
  show("narrow", a);
  fill(a.data(), 0, 90, 100);
  fill(a.data() + 15000, -100, 90, 100);
  fill(a.data() + 15000, -50, 90, 100);
  show("odd", a);
  std::vector<double> d(9000);
  random.fillUnit(d);
  smooth(d.data(), 100, 80, 100);
  smooth(d.data(), 40, 80, 100);
  show("smooth", d);
  random.fillBelow(a, 10);
  scatter_groups(a.data(), 16, 500, 16);
  scatter_groups(a.data(), 16, 500, 5);
  scatter_groups(a.data(), 3, 40, 8);
  scatter_groups(a.data(), 1, 20, 4);
  show("groups", a);
}
