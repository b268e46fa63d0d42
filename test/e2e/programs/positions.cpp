// The place of an extreme: first or last of equals, with several values kept, in two dimensions.
#include "show.h"

[[clustrix::cluster]]
int first_smallest(const int* a, int n) {
  int best = 1 << 30, at = -1;
  for (int i = 0; i < n; ++i) {  // want: parallel
    if (a[i] < best) {
      best = a[i];
      at = i;
    }
  }
  return at;
}

[[clustrix::cluster]]
int last_smallest(const int* a, int n) {
  int best = 1 << 30, at = -1;
  for (int i = 0; i < n; ++i)  // want: parallel
    if (a[i] <= best) {
      best = a[i];
      at = i;
    }
  return at;
}

[[clustrix::cluster]]
int largest_from_above(const int* a, int n) {
  int best = -1, at = -1;
  for (int i = n - 1; i >= 0; --i)  // want: parallel
    if (best < a[i]) {
      best = a[i];
      at = i;
    }
  return at;
}

struct Cell {
  int row = -1, column = -1;
  double value = 1e9;
};

[[clustrix::cluster]]
Cell lowest_cell(const double* g, int rows, int columns) {
  double best = 1e9;
  int row = -1, column = -1;
  for (int r = 0; r < rows; ++r)         // may: parallel
    for (int c = 0; c < columns; ++c) {  // may: parallel
      if (g[r * columns + c] < best) {
        best = g[r * columns + c];
        row = r;
        column = c;
      }
    }
  return {row, column, best};
}

[[clustrix::cluster]]
double partner_of_largest(const double* key, const double* partner, int n) {
  double top = -1, found = 0;
  for (int i = 0; i < n; ++i)  // may: parallel
    if (key[i] > top) {
      top = key[i];
      found = partner[i];
    }
  return found;
}

int main() {
  Random random(31);
  const int n = 30013;
  std::vector<int> a(n);
  for (int& x : a) x = 5 + random.below(200);
  put("first", first_smallest(a.data(), n));
  put("last", last_smallest(a.data(), n));
  put("above", largest_from_above(a.data(), n));
  put("none", first_smallest(a.data(), 0));
  put("one", last_smallest(a.data(), 1));
  std::vector<double> g(n), partner(n);
  for (double& x : g) x = random.below(5000) * 0.25;
  random.fillUnit(partner);
  const Cell cell = lowest_cell(g.data(), 150, 200);
  put("row", cell.row);
  put("column", cell.column);
  put("value", cell.value);
  put("partner", partner_of_largest(g.data(), partner.data(), n));
}
