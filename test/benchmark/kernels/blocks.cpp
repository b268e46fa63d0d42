// The shape of a block tridiagonal solver: products of 5 by 5 matrices in annotated functions, cell after cell.
#include "clock.h"

using Block = double[5][5];

[[clustrix::cluster]]
void multiplyInto(const Block& a, const Block& b, Block& c) {
  for (int i = 0; i < 5; ++i)
    for (int j = 0; j < 5; ++j)
      for (int k = 0; k < 5; ++k) c[i][j] -= a[i][k] * b[k][j];
}

[[clustrix::cluster]]
void applyTo(const Block& a, const double* x, double* y) {
  for (int i = 0; i < 5; ++i)
    for (int j = 0; j < 5; ++j) y[i] -= a[i][j] * x[j];
}

[[clustrix::cluster]]
void scale(Block& a, double by) {
  for (int i = 0; i < 5; ++i)
    for (int j = 0; j < 5; ++j) a[i][j] *= by;
}

int main() {
  const int lines = 4000, cells = 20;
  struct Cell {
    Block lower, diagonal, upper;
    double right[5];
  };
  std::vector<Cell> line(cells);
  double check = 0;
  measure(5, [&] {
    for (int l = 0; l < lines; ++l) {
      for (int c = 0; c < cells; ++c)
        for (int i = 0; i < 5; ++i) {
          for (int j = 0; j < 5; ++j) {
            line[c].lower[i][j] = 0.01 * (i + j + c);
            line[c].diagonal[i][j] = i == j ? 1 : 0.02 * (i - j);
            line[c].upper[i][j] = 0.01 * (i * j + l % 7);
          }
          line[c].right[i] = i + c;
        }
      for (int c = 1; c < cells; ++c) {
        multiplyInto(line[c].lower, line[c - 1].upper, line[c].diagonal);
        applyTo(line[c].lower, line[c - 1].right, line[c].right);
        scale(line[c].upper, 0.5);
      }
      check += line[cells - 1].right[3];
    }
  });
  std::printf("check %#.12g\n", check);
}
