// Dependence tests in two dimensions: transposes, triangles, diagonals, wavefronts, candidates for interchange.
#include "trial.h"

[[clustrix::cluster]]
void lower_from_upper() {
  // Strictly lower triangle written, strictly upper one read.
  for (int i = 0; i < pitch; ++i)  // want: parallel
    for (int j = 0; j < i; ++j)    // want: parallel
      aa[i][j] = aa[j][i] + bb[i][j];
}

[[clustrix::cluster]]
void transposed_in_place(Grid& m) {
  // Pairs (i, j), (j, i) are swapped, each pair once.
  for (int i = 0; i < pitch; ++i)          // want: parallel
    for (int j = i + 1; j < pitch; ++j) {  // want: parallel
      const double keep = m[i][j];
      m[i][j] = m[j][i];
      m[j][i] = keep;
    }
}

[[clustrix::cluster]]
void transposed_added() {
  // The whole matrix from its transpose: row i meets column i in one element only.
  for (int i = 0; i < pitch; ++i)    // want: serial
    for (int j = 0; j < pitch; ++j)  // want: parallel
      aa[i][j] = aa[j][i] * 0.5 + bb[i][j];
}

[[clustrix::cluster]]
void forward_elimination(double* a) {
  // Column by column: a[j] is finished before it is used.
  for (int j = 0; j < pitch; ++j)        // want: serial
    for (int i = j + 1; i < pitch; ++i)  // want: parallel
      a[i] -= 0.1 * aa[j][i] * a[j];
}

[[clustrix::cluster]]
void from_all_before(double* a) {
  // a[i] is a sum over all earlier elements.
  for (int i = 1; i < pitch; ++i)  // want: serial
    for (int j = 0; j < i; ++j)    // want: parallel
      a[i] += 0.1 * bb[j][i] * a[i - j - 1];
}

[[clustrix::cluster]]
void down_the_diagonal() {
  // Distance (1, 1).
  for (int i = 1; i < pitch; ++i)    // want: serial
    for (int j = 1; j < pitch; ++j)  // want: parallel
      aa[i][j] = 0.5 * aa[i - 1][j - 1] + bb[i][j];
}

[[clustrix::cluster]]
void down_the_columns() {
  // Distance (1, 0): rows in order, elements of a row in any.
  for (int i = 1; i < pitch; ++i)    // want: serial
    for (int j = 0; j < pitch; ++j)  // want: parallel
      aa[i][j] = 0.5 * aa[i - 1][j] + bb[i][j];
}

[[clustrix::cluster]]
void column_by_column() {
  // The same, interchanged: columns in any order.
  for (int j = 0; j < pitch; ++j)    // want: parallel
    for (int i = 1; i < pitch; ++i)  // want: serial
      aa[i][j] = 0.5 * aa[i - 1][j] + bb[i][j];
}

[[clustrix::cluster]]
void along_the_rows(double* m, const double* x, int rows, int columns) {
  // Run-time pitch; each row is a recurrence of its own.
  for (int i = 0; i < rows; ++i)       // want: parallel
    for (int j = 1; j < columns; ++j)  // want: serial
      m[i * columns + j] = 0.5 * m[i * columns + j - 1] + x[i * columns + j];
}

[[clustrix::cluster]]
void against_the_diagonal() {
  // Distance (1, -1): the element right above is used.
  for (int i = 1; i < pitch; ++i)        // want: serial
    for (int j = 0; j < pitch - 1; ++j)  // want: parallel
      aa[i][j] = 0.5 * aa[i - 1][j + 1] + bb[i][j];
}

[[clustrix::cluster]]
void wavefront() {
  // Distances (1, 0) and (0, 1): neither loop is free.
  for (int i = 1; i < pitch; ++i)    // want: serial
    for (int j = 1; j < pitch; ++j)  // want: serial
      aa[i][j] = 0.4 * (aa[i - 1][j] + aa[i][j - 1]);
}

[[clustrix::cluster]]
void skewed_wavefront() {
  // The wavefront, skewed by hand: the points of a diagonal are free.
  for (int k = 2; k <= 2 * pitch - 2; ++k)                                          // want: serial
    for (int i = std::max(1, k - pitch + 1); i <= std::min(k - 1, pitch - 1); ++i)  // want: parallel
      aa[i][k - i] = 0.4 * (aa[i - 1][k - i] + aa[i][k - i - 1]);
}

[[clustrix::cluster]]
void main_diagonal(double* a) {
  // One element of each row.
  for (int i = 0; i < pitch; ++i)  // want: parallel
    aa[i][i] += a[i] * cc[i][i];
}

[[clustrix::cluster]]
void diagonal_from_row() {
  // The diagonal is written, the row above the diagonal's element is read.
  for (int i = 1; i < pitch; ++i)  // want: parallel
    aa[i][i] = aa[i - 1][i] * 2.0;
}

[[clustrix::cluster]]
void anti_diagonal() {
  // Elements (i, m - 1 - i), doubled from those on the main diagonal.
  for (int i = 0; i < pitch / 2; ++i)  // want: parallel
    aa[i][pitch - 1 - i] = aa[i][i] * 2.0;
}

[[clustrix::cluster]]
void diagonal_chain() {
  // The diagonal alone is a recurrence.
  for (int i = 1; i < pitch; ++i)  // want: serial
    aa[i][i] += 0.5 * aa[i - 1][i - 1];
}

[[clustrix::cluster]]
void even_rows_from_odd(double* m, int rows, int columns) {
  // Rows 2i are written, rows 2i + 1 are read.
  for (int i = 0; i < rows / 2; ++i)   // want: parallel
    for (int j = 0; j < columns; ++j)  // want: parallel
      m[2 * i * columns + j] = m[(2 * i + 1) * columns + j] + 1.0;
}

[[clustrix::cluster]]
void first_row_spreads() {
  // Row 0 is read by all other rows.
  for (int i = 1; i < pitch; ++i)    // want: parallel
    for (int j = 0; j < pitch; ++j)  // want: parallel
      aa[i][j] += aa[0][j] * bb[i][j];
}

[[clustrix::cluster]]
void middle_loop_carries(double* t, int a, int b, int c) {
  // Three loops, the middle one is a recurrence.
  for (int i = 0; i < a; ++i)      // want: parallel
    for (int j = 1; j < b; ++j)    // want: serial
      for (int k = 0; k < c; ++k)  // want: parallel
        t[(i * b + j) * c + k] += 0.5 * t[(i * b + j - 1) * c + k];
}

int main() {
  trial("lower_from_upper", [](Data&, int) { lower_from_upper(); }, {1});
  trial("transposed_in_place", [](Data&, int) { transposed_in_place(cc); }, {1});
  trial("transposed_added", [](Data&, int) { transposed_added(); }, {1});
  trial("forward_elimination", [](Data& x, int) { forward_elimination(x.a); }, {1});
  trial("forward_elimination_row", [](Data&, int) { forward_elimination(aa[4]); }, {1});
  trial("from_all_before", [](Data& x, int) { from_all_before(x.a); }, {1});
  trial("down_the_diagonal", [](Data&, int) { down_the_diagonal(); }, {1});
  trial("down_the_columns", [](Data&, int) { down_the_columns(); }, {1});
  trial("column_by_column", [](Data&, int) { column_by_column(); }, {1});
  trial("along_the_rows", [](Data& x, int) { along_the_rows(x.a, x.b, 50, 40); }, {1});
  trial("along_the_rows_shifted", [](Data& x, int) { along_the_rows(x.a, x.a + 40, 50, 40); }, {1});
  trial("against_the_diagonal", [](Data&, int) { against_the_diagonal(); }, {1});
  trial("wavefront", [](Data&, int) { wavefront(); }, {1});
  trial("skewed_wavefront", [](Data&, int) { skewed_wavefront(); }, {1});
  trial("main_diagonal", [](Data& x, int) { main_diagonal(x.a); }, {1});
  trial("diagonal_from_row", [](Data&, int) { diagonal_from_row(); }, {1});
  trial("anti_diagonal", [](Data&, int) { anti_diagonal(); }, {1});
  trial("diagonal_chain", [](Data&, int) { diagonal_chain(); }, {1});
  trial("even_rows_from_odd", [](Data& x, int) { even_rows_from_odd(x.a, 50, 40); }, {1});
  trial("first_row_spreads", [](Data&, int) { first_row_spreads(); }, {1});
  trial("middle_loop_carries", [](Data& x, int) { middle_loop_carries(x.a, 10, 12, 14); }, {1});
}
