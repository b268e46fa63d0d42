// std::lower_bound and its kin, wherever their place goes: into a variable, out of a helper, into a subscript.
#include "show.h"

#include <algorithm>
#include <vector>

/// A place by its name, compared with the end and followed.
[[clustrix::cluster]]
void rows(const std::vector<int>& begin, const std::vector<int>& column, const std::vector<double>& value, double* out,
          int n) {
  for (int i = 0; i < n; ++i) {  // want: parallel
    const auto first = column.begin() + begin[i], last = column.begin() + begin[i + 1];
    const auto at = std::lower_bound(first, last, i);
    out[i] = at != last && *at == i ? value[at - column.begin()] : -1.0;
  }
}

struct Matrix {
  std::vector<int> begin, column;
  std::vector<double> value;

  int find(int row, int sought) const {
    const auto first = column.begin();
    return static_cast<int>(std::lower_bound(first + begin[row], first + begin[row + 1], sought) - first);
  }
  bool has(int row, int sought) const {
    return std::binary_search(column.begin() + begin[row], column.begin() + begin[row + 1], sought);
  }
};

[[clustrix::cluster]]
void diagonal(const Matrix& matrix, double* out, int n) {
  for (int i = 0; i < n; ++i)  // want: parallel
    out[i] = matrix.has(i, i) ? matrix.value[matrix.find(i, i)] : 0.0;
}

/// Of a table behind a pointer; the last interval takes what lies above it.
[[clustrix::cluster]]
void interpolated(const double* x, const double* grid, const double* table, double* out, int n, int m) {
  for (int i = 0; i < n; ++i) {  // want: parallel
    const double* above = std::upper_bound(grid, grid + m, x[i]);
    if (above == grid) {
      out[i] = table[0];
    } else if (above == grid + m) {
      out[i] = table[m - 1];
    } else {
      const long k = above - grid - 1;
      const double part = (x[i] - grid[k]) / (grid[k + 1] - grid[k]);
      out[i] = (1 - part) * table[k] + part * table[k + 1];
    }
  }
}

/// In an array of the iteration's own.
[[clustrix::cluster]]
void ranks(const double* x, int* out, int n) {
  for (int i = 0; i < n; ++i) {  // want: parallel
    double own[9];
    for (int j = 0; j < 9; ++j) own[j] = x[i] + j * 0.125;
    out[i] = static_cast<int>(std::lower_bound(own, own + 9, 0.75) - own);
  }
}

/// Several iterations find one place.
[[clustrix::cluster]]
void found(const double* x, const std::vector<double>& grid, std::vector<int>& who, int n) {
  for (int i = 0; i < n; ++i) {  // want: serial
    const auto at = std::lower_bound(grid.begin(), grid.end(), x[i]);
    if (at != grid.end()) who[at - grid.begin()] = i;
  }
}

/// What is searched changes on the way.
[[clustrix::cluster]]
void changing(std::vector<double>& grid, const double* x, double* out, int n) {
  for (int i = 0; i < n; ++i) {  // want: serial
    const auto at = std::lower_bound(grid.begin(), grid.end(), x[i]);
    out[i] = at - grid.begin();
    if (i + 1 < static_cast<int>(grid.size())) grid[i + 1] = grid[i] + x[i] * 0.01;
  }
}

/// Counted by intervals.
[[clustrix::cluster]]
void counted(const double* x, const double* grid, long* count, int n, int m) {
  for (int i = 0; i < n; ++i) ++count[std::upper_bound(grid, grid + m, x[i]) - grid];  // want: parallel
}

int main() {
  const int n = 700, m = 48;
  Random random(8);
  Matrix matrix;
  matrix.begin.push_back(0);
  for (int i = 0; i < n; ++i) {
    for (int j = i - 2; j < i + 3; ++j)
      if (j >= 0 && random.below(3) > 0) {
        matrix.column.push_back(j);
        matrix.value.push_back(random.unit());
      }
    matrix.begin.push_back(static_cast<int>(matrix.column.size()));
  }
  std::vector<double> x(n), grid(m), table(m), out(n);
  random.fillUnit(x);
  random.fillUnit(table);
  for (int k = 0; k < m; ++k) grid[k] = 0.05 + 0.018 * k;
  for (const int size : {n, 0, 1, 5}) {
    rows(matrix.begin, matrix.column, matrix.value, out.data(), size);
    show("rows", out);
    diagonal(matrix, out.data(), size);
    show("diagonal", out);
    interpolated(x.data(), grid.data(), table.data(), out.data(), size, m);
    show("interpolated", out);
    std::vector<int> rank(n), who(m, -1);
    ranks(x.data(), rank.data(), size);
    show("ranks", rank);
    found(x.data(), grid, who, size);
    show("found", who);
    std::vector<long> count(m + 5);
    counted(x.data(), grid.data(), count.data() + 2, size, m);
    show("counted", count);
  }
  changing(grid, x.data(), out.data(), n);
  show("changing", out);
}
