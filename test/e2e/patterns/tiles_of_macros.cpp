// Tiled loops as polyhedral tools write them: bounds made of macros for extremes and for divisions that round.
#include "trial.h"

#define floord(n, d) (((n) < 0) ? -((-(n) + (d)-1) / (d)) : (n) / (d))
#define ceild(n, d) (((n) < 0) ? -((-(n)) / (d)) : ((n) + (d)-1) / (d))
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
  for (c2 = 1; c2 < n - 1; c2++)                                         // want: serial
    for (c3 = max(1, 8 * tile); c3 <= min(n - 2, 8 * tile + 7); c3++)    // want: parallel
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

int main() {
  for (const int n : {48, 33, 16, 2}) {
    trial(("cleared_" + std::to_string(n)).c_str(), [n](Data&, int count) { cleared(n, count < n ? count : n); });
    for (const int tile : {0, 3, 5, -2})
      trial(("parts_of_columns_" + std::to_string(n) + "_" + std::to_string(tile)).c_str(),
            [=](Data&, int) { parts_of_columns(n, tile); }, {1});
    trial(("rounded_up_" + std::to_string(n)).c_str(), [n](Data& x, int count) { rounded_up(x.a, x.b, count, n); });
  }
  trial("end_that_moves", [](Data& x, int n) {
    x.a[0] = 40;
    end_that_moves(x.a, n);
  });
}
