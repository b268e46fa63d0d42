// Elements that the loop only reads, at places that do not change: bounds and pitches out of arrays, by pointers, out of
// containers and members.
#include "show.h"

#include <array>
#include <cmath>
#include <vector>

static int extents[3];
static int image[8][8];

struct Grid {
  int dims[3];
  std::array<int, 2> tiles;
  std::vector<double> values;
};

[[clustrix::cluster]]
void file_scope() {
  for (int i = 0; i < extents[0]; i++)    // want: parallel
    for (int j = 0; j < extents[1]; j++)  // want: parallel
      image[i][j] = i * j + 1;
}

[[clustrix::cluster]]
void pointer(float* u, const int* d) {
  for (int i = 0; i < d[0]; i++)    // want: parallel
    for (int j = 0; j < d[1]; j++)  // want: parallel
      u[i * d[1] + j] = static_cast<float>(i - j);
}

[[clustrix::cluster]]
void by_address(double* u, const int* rows, const int* columns) {
  for (int i = 0; i < *rows; i++)       // want: parallel
    for (int j = 0; j < *columns; j++)  // want: parallel
      u[i * *columns + j] += i + 2 * j;
}

[[clustrix::cluster]]
void container(std::vector<double>& u, const std::vector<int>& d) {
  for (int i = 0; i < d[0]; i++)    // want: parallel
    for (int j = 0; j < d[1]; j++)  // want: parallel
      u[i * d[1] + j] = i * 10 + j;
}

[[clustrix::cluster]]
void member(Grid& g) {
  for (int i = 0; i < g.dims[0]; i++)        // want: parallel
    for (int j = 0; j < g.tiles[1]; j++)     // want: parallel
      g.values[i * g.tiles[1] + j] = i - 3 * j;
}

// Rows by pointers: the host's threads have all of them, and within one of them the loop has a row's elements.
// idle: eliminate
[[clustrix::cluster]]
void eliminate(double** a, int n) {
  for (int k = 0; k < n; k++)        // want: serial
    for (int i = k + 1; i < n; i++) {  // want: parallel
      a[i][k] /= a[k][k];
      for (int j = k + 1; j < n; j++) a[i][j] -= a[i][k] * a[k][j];  // want: parallel
    }
}

// Bounds that are computed of what the loop leaves alone.
[[clustrix::cluster]]
void computed_bounds(float (*u)[16], int n, double x) {
  for (int i = 0; i < 9; i++) {                                        // want: parallel
    for (int j = 0; j < (1 << n); j++) u[i][j] = 1;                    // want: parallel
    for (int j = 0; j < static_cast<int>(x); j++) u[i][j] += 2;        // want: parallel
    for (int j = 0; j < static_cast<int>(std::sqrt(x)); j++) u[i][j] += i;  // want: parallel
  }
}

// Rows of a fixed length: a loop along one keeps to it.
[[clustrix::cluster]]
void from_the_row_above(int p[][20], int rows, int m) {
  for (int j = 1; j < rows; j++)  // want: serial
    for (int i = 0; i < m; i++) p[j][i] = p[j - 1][i] * 3 + 1;  // want: parallel
}

[[clustrix::cluster]]
int walked_from_outside(int* a, const int* b, int n) {
  int* p;
  const int* q;
  for (p = a, q = b; p < a + n; p++, q++) *p += *q;  // want: parallel
  int sum = 0;
  for (p = a + n - 1; p >= a; p--) sum += *p;  // want: parallel
  return sum;
}

int main() {
  extents[0] = 5, extents[1] = 7;
  file_scope();
  show("image", std::vector<int>(&image[0][0], &image[0][0] + 64));
  const int d[2] = {6, 9};
  std::vector<float> f(60);
  pointer(f.data(), d), show("pointer", f);
  std::vector<double> u(60);
  by_address(u.data(), &d[0], &d[1]), show("address", u);
  container(u, {5, 8}), show("container", u);
  Grid g{{4, 0, 0}, {0, 6}, std::vector<double>(30)};
  member(g), show("member", g.values);
  std::vector<double> elements(49);
  std::vector<double*> rows(7);
  for (int i = 0; i < 7; ++i) rows[i] = &elements[i * 7];
  for (int i = 0; i < 49; ++i) elements[i] = (i % 8 == 0 ? 20 : 1) + i % 5;
  eliminate(rows.data(), 7), show("eliminate", elements);
  static float table[9][16];
  computed_bounds(table, 3, 10.5), show("computed", std::vector<float>(&table[0][0], &table[0][0] + 144));
  static int above[6][20];
  for (int i = 0; i < 20; ++i) above[0][i] = i;
  from_the_row_above(above, 6, 18), show("above", std::vector<int>(&above[0][0], &above[0][0] + 120));
  std::vector<int> walked(30, 2), by(30, 5);
  walked[0] = walked_from_outside(walked.data(), by.data(), 30), show("walked", walked);
}
