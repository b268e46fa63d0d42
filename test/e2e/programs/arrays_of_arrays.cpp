// Arrays of arrays: locals, parameters as pointers and as references, and three dimensions.
#include "show.h"

[[clustrix::cluster]]
void through_pointer(double (*g)[48], const double (*h)[48], int rows) {
  for (int r = 0; r < rows; ++r)      // want: parallel
    for (int c = 0; c < 48; ++c)      // want: parallel
      g[r][c] = h[r][47 - c] * 0.5 + g[r][c];
}

[[clustrix::cluster]]
void through_reference(float (&t)[40][24], const float (&u)[24][40]) {
  for (int r = 0; r < 40; ++r)    // want: parallel
    for (int c = 0; c < 24; ++c)  // want: parallel
      t[r][c] = u[c][r] - 1.0f;
}

[[clustrix::cluster]]
void three(int (*v)[12][10], int n) {
  for (int k = 0; k < n; ++k)          // want: parallel
    for (int j = 0; j < 12; ++j)       // want: parallel
      for (int i = 0; i < 10; ++i)     // want: parallel
        v[k][j][i] += 100 * k + 10 * j + i;
}

[[clustrix::cluster]]
double local_table(int n) {
  double table[64][32];
  for (int r = 0; r < 64; ++r)    // want: parallel
    for (int c = 0; c < 32; ++c)  // want: parallel
      table[r][c] = r * 0.25 - c;
  double sum = 0;
  for (int r = 0; r < 64; ++r)    // want: parallel
    for (int c = 0; c < 32; ++c)  // want: parallel
      sum += table[r][c] * n;
  return sum;
}

[[clustrix::cluster]]
void one_row(double (*g)[48], int row, double value) {
  for (int c = 0; c < 48; ++c)  // want: parallel
    g[row][c] = value + c;
}

static double g[60][48], h[60][48];
static float t[40][24], u[24][40];
static int v[17][12][10];

int main() {
  Random random(21);
  for (auto& row : g) random.fillUnit(row);
  for (auto& row : h) random.fillUnit(row);
  for (auto& row : u) random.fillUnit(row);
  through_pointer(g, h, 60);
  show("pointer", &g[0][0], 60 * 48);
  through_pointer(g + 5, h, 50);
  show("shifted", &g[0][0], 60 * 48);
  through_reference(t, u);
  show("reference", &t[0][0], 40 * 24);
  three(v, 17);
  show("three", &v[0][0][0], 17 * 12 * 10);
  put("local", local_table(3));
  one_row(g, 33, 5.5);
  show("row", &g[0][0], 60 * 48);
}
