// Tiled loops as polyhedral tools write them: bounds made of macros for extremes and for divisions that round.
#include "trial.h"

#define floord(n, d) (((n) < 0) ? -((-(n) + (d) - 1) / (d)) : (n) / (d))
#define ceild(n, d) (((n) < 0) ? -((-(n)) / (d)) : ((n) + (d) - 1) / (d))
#define max(x, y) ((x) > (y) ? (x) : (y))
#define min(x, y) ((x) < (y) ? (x) : (y))

[[clustrix::cluster]]
void cleared(int rows, int columns) {
  // Tiles of sixteen by sixteen, the last ones cut off.
  int c1, c2, c3, c4;
  if (rows >= 1 && columns >= 1)
    for (c1 = 0; c1 <= floord(rows - 1, 16); c1++)                        // want: parallel
      for (c2 = 0; c2 <= floord(columns - 1, 16); c2++)                   // want: parallel
        for (c3 = 16 * c1; c3 <= min(16 * c1 + 15, rows - 1); c3++)       // want: parallel
          for (c4 = 16 * c2; c4 <= min(16 * c2 + 15, columns - 1); c4++)  // want: parallel
            aa[c3][c4] = bb[c3][c4] * 2;
}

[[clustrix::cluster]]
void parts_of_columns(int n, int tile) {
  // One tile at a time, between two extremes; a column needs the one before.
  int c2, c3;
  for (c2 = 1; c2 < n - 1; c2++)                                       // want: serial
    for (c3 = max(1, 8 * tile); c3 <= min(n - 2, 8 * tile + 7); c3++)  // want: parallel
      aa[c3][c2] = 0.25 * (aa[c3][c2 - 1] + bb[c3 - 1][c2] + bb[c3 + 1][c2]);
}

[[clustrix::cluster]]
void rounded_up(double* a, const double* b, int n, int width) {
  // The first and the last one by divisions that round to either side.
  for (int i = ceild(n, width); i <= floord(3 * n, width + 1); i++)  // want: parallel
    a[i] = b[i] + i;
}

[[clustrix::cluster]]
void end_that_moves(double* a, int n) {
  // The macro reads what the loop writes.
  for (int i = 1; i <= min(n, static_cast<int>(a[0])); i++) {  // want: serial
    a[i] += 1;
    a[0] -= 1;
  }
}

[[clustrix::cluster]]
void three_ends(int n, int m, int k) {
  // An extreme of an extreme, said twice by the macro.
  for (int c = 0; c <= floord(n - 1, 16); c++)                                   // want: parallel
    for (int i = 16 * c; i <= min(min(16 * c + 15, n - 1), m - 1); i++)          // want: parallel
      for (int j = max(max(0, k - 20), 2 - k); j <= min(min(k, m), n - 1); j++)  // want: parallel
        aa[i][j] = bb[i][j] - 1;
}

[[clustrix::cluster]]
void first_of_three(double* a, int n, int m, int k) {
  for (int i = max(max(n, m), k); i < 200; i++)  // want: parallel
    a[i] = a[i] * 2 + i;
}

[[clustrix::cluster]]
void rows_in_tiles(int n) {
  // Both dimensions in tiles; a column needs the one before, and the first column has none.
  for (int c2 = 0; c2 <= (n - 1) / 8; c2++)                              // want: parallel
    for (int c8 = 0; c8 <= (n - 1) / 8; c8++)                            // want: serial
      for (int c9 = max(1, 8 * c8); c9 <= min(8 * c8 + 7, n - 1); c9++)  // want: serial
        for (int j = 8 * c2; j <= min(8 * c2 + 7, n - 1); j++)           // want: parallel
          aa[j][c9] = aa[j][c9] - bb[j][c9] * bb[j][c9] / (1 + aa[j][c9 - 1] * aa[j][c9 - 1]);
}

[[clustrix::cluster]]
void clamped_updates(double* a, const double* b, int n, int m) {
  // Where the tile before ends, this one begins once more.
  for (int c = 0; c <= n / 8; c++)                                // want: serial
    for (int i = max(0, 8 * c - 2); i <= min(8 * c + 7, m); i++)  // want: parallel
      a[i] = 0.5 * a[i] + b[i];
}

int main() {
  for (const int n : {48, 33, 16, 2}) {
    trial(("cleared_" + std::to_string(n)).c_str(), [n](Data&, int count) { cleared(n, count < n ? count : n); });
    for (const int tile : {0, 3, 5, -2})
      trial(("parts_of_columns_" + std::to_string(n) + "_" + std::to_string(tile)).c_str(),
            [=](Data&, int) { parts_of_columns(n, tile); }, {1});
    trial(("rounded_up_" + std::to_string(n)).c_str(), [n](Data& x, int count) { rounded_up(x.a, x.b, count, n); });
  }
  for (const int n : {48, 33, 17, 1}) {
    trial(("three_ends_" + std::to_string(n)).c_str(), [n](Data&, int count) {
      three_ends(n, count < 40 ? count : 40, 20);
      three_ends(n, 48, 44);
    });
    trial(("rows_in_tiles_" + std::to_string(n)).c_str(), [n](Data&, int) { rows_in_tiles(n); }, {1});
    trial(("clamped_updates_" + std::to_string(n)).c_str(),
          [n](Data& x, int count) { clamped_updates(x.a, x.b, count, count < n ? count - 1 : n - 1); });
    trial(("first_of_three_" + std::to_string(n)).c_str(), [n](Data& x, int) { first_of_three(x.a, n, 3 * n, 20); },
          {1});
  }
  trial("end_that_moves", [](Data& x, int n) {
    x.a[0] = 40;
    end_that_moves(x.a, n);
  });
}
