// Work arrays that stand in front of several loops, at file scope, in classes or behind them: each iteration fills and
// uses its own, and what the last one leaves is there afterwards.
#include "show.h"

#include <initializer_list>

enum { kLeft, kDiagonal, kRight };

static double row[24];
static double blocks[12][3][2][2];
int counts[8];

[[clustrix::cluster]]
void smooth(const double* a, double* b, int n) {
  for (int i = 0; i < n; ++i) {  // want: parallel
    for (int j = 0; j < 24; ++j) row[j] = a[i + j];
    double s = 0;
    for (int j = 0; j < 24; ++j) s += row[j] * row[23 - j];
    b[i] = s;
  }
}

/// Lines of a grid: an array for each of them, whichever of the two loops the threads run along.
static double line[10], slope[10];
[[clustrix::cluster]]
void lines(const double* a, double* b, int rows, int columns) {
  for (int i = 0; i < rows; ++i)  // want: parallel
    for (int j = 0; j < columns; ++j) {
      for (int k = 0; k < 10; ++k) line[k] = a[i + k] * (j + 1);
      for (int k = 1; k < 10; ++k) slope[k] = line[k] - line[k - 1];
      slope[0] = 0;
      for (int k = 1; k < 10; ++k) slope[k] -= 0.25 * slope[k - 1];
      b[i * columns + j] = line[3] + slope[9];
    }
}
[[clustrix::cluster]]
void triangle(const double* a, double* b, int n) {
  for (int i = 0; i < n; ++i)  // want: parallel
    for (int j = i; j >= 0; --j) {
      for (int k = 0; k < 10; ++k) line[k] = a[j + k] + i;
      b[i * n + j] = line[9] * line[0];
    }
}

/// Two loops with one work array, which the second fills anew.
[[clustrix::cluster]]
void twice(const double* a, double* b, double* c, int n) {
  double work[4][6];
  for (int i = 0; i < n; ++i) {  // want: parallel
    for (int j = 0; j < 4; ++j)
      for (int k = 0; k < 6; ++k) work[j][k] = a[i] * j + k;
    for (int j = 0; j < 4; ++j) b[4 * i + j] = work[j][2] - work[3 - j][5];
  }
  for (int i = 0; i < n; ++i) {  // want: parallel
    for (int j = 0; j < 4; ++j)
      for (int k = 0; k < 6; ++k) work[j][k] = b[4 * i + j] - k;
    c[i] = work[0][0] * work[3][5] + work[1][4];
  }
}

/// Only a part is filled: the rest stays as it is.
[[clustrix::cluster]]
double part(const double* a, double* b, int n) {
  double work[16];
  for (int j = 0; j < 16; ++j) work[j] = 100 + j;
  for (int i = 0; i < n; ++i) {  // want: parallel
    for (int j = 3; j < 9; ++j) work[j] = a[i] + j;
    b[i] = work[3] * work[8];
  }
  double s = 0;
  for (int j = 0; j < 16; ++j) s += work[j] * (j + 1);
  return s;
}

/// Ends that no iteration writes, and that all read.
[[clustrix::cluster]]
void ends(const double* a, double* b, int n) {
  double line[18];
  line[0] = 0.5;
  line[17] = 0.25;
  for (int i = 0; i < n; ++i) {  // want: parallel
    for (int j = 1; j < 17; ++j) line[j] = a[i + j];
    double s = 0;
    for (int j = 1; j < 17; ++j) s += line[j - 1] * line[j + 1];
    b[i] = s;
  }
}

/// In helpers, by name and by pointer; with a list of numbers.
static void assemble(double x) {
  for (int wall : {0, 11})
    for (int m = 0; m < 2; ++m)
      for (int n = 0; n < 2; ++n) {
        blocks[wall][kLeft][m][n] = blocks[wall][kRight][m][n] = 0;
        blocks[wall][kDiagonal][m][n] = m == n;
      }
  for (int i = 1; i < 11; ++i)
    for (int m = 0; m < 2; ++m)
      for (int n = 0; n < 2; ++n) {
        blocks[i][kLeft][m][n] = -0.125 * x * (m + 1);
        blocks[i][kDiagonal][m][n] = m == n ? 2 + x : 0.25;
        blocks[i][kRight][m][n] = -0.0625 * (n + 1);
      }
}
static void eliminate(const double left[2][2], const double above[2][2], double here[2][2]) {
  for (int m = 0; m < 2; ++m)
    for (int n = 0; n < 2; ++n)
      for (int p = 0; p < 2; ++p) here[m][n] -= left[m][p] * above[p][n];
}
[[clustrix::cluster]]
void solve(const double* x, double* y, int lines) {
  for (int line = 0; line < lines; ++line) {  // want: parallel
    assemble(x[line]);
    for (int i = 1; i < 12; ++i) eliminate(blocks[i][kLeft], blocks[i - 1][kRight], blocks[i][kDiagonal]);
    for (int i = 0; i < 12; ++i)
      for (int m = 0; m < 2; ++m) y[(line * 12 + i) * 2 + m] = blocks[i][kDiagonal][m][1 - m] + blocks[i][kRight][m][m];
  }
}

class Histogram {
 public:
  [[clustrix::cluster]]
  void fill(const int* data, int* most, int rows, int columns) {
    for (int r = 0; r < rows; ++r) {  // may: parallel
      for (int b = 0; b < 8; ++b) bins_[b] = 0;
      for (int c = 0; c < columns; ++c) bins_[data[r * columns + c] & 7] += 1;
      int best = 0;
      for (int b = 1; b < 8; ++b)
        if (bins_[b] > bins_[best]) best = b;
      most[r] = best;
    }
  }
  const int* bins() const { return bins_; }

 private:
  int bins_[8] = {};
};

struct Pair {
  float x, y;
};
/// Backwards, every third, of structures.
[[clustrix::cluster]]
void stepping(const float* a, float* b, int n) {
  Pair pairs[5];
  for (int i = n - 1; i >= 2; i -= 3) {  // want: parallel
    for (int j = 0; j < 5; ++j) {
      pairs[j].x = a[i] + j;
      pairs[j].y = a[i] * j;
    }
    b[i] = pairs[1].x * pairs[4].y;
  }
  if (n > 2) b[0] = pairs[3].x + pairs[2].y;
}

[[clustrix::cluster]]
int with_continue(const int* a, int* b, int n) {
  int seen[4] = {9, 9, 9, 9};
  for (int i = 0; i < n; ++i) {  // want: parallel
    for (int j = 0; j < 4; ++j) seen[j] = a[i] >> j;
    if (a[i] % 3 == 0) continue;
    b[i] = seen[0] + seen[3];
  }
  return seen[0] + 10 * seen[1] + 100 * seen[2] + 1000 * seen[3];
}

int main() {
  Random random(61);
  for (const int n : {0, 1, 2, 5, 500}) {
    std::vector<double> a(n + 40), b(4 * n + 8), c(n + 1), y(24 * n + 1);
    random.fillUnit(a);
    smooth(a.data(), b.data(), n);
    show("smooth", b);
    show("row", row, 24);
    twice(a.data(), b.data(), c.data(), n);
    show("twice", c);
    put("part", part(a.data(), b.data(), n));
    std::vector<double> grid(60 * n + 1), half(40 * 40);
    lines(a.data(), grid.data(), n, n % 60);
    show("lines", grid);
    show("line", line, 10);
    show("slope", slope, 10);
    triangle(a.data(), half.data(), n % 40);
    show("triangle", half);
    show("line", line, 10);
    ends(a.data(), b.data(), n);
    show("ends", b);
    solve(a.data(), y.data(), n);
    show("solve", y);
    show("blocks", &blocks[0][0][0][0], 12 * 12);
    std::vector<int> data(30 * n + 1), most(n + 1);
    random.fillBelow(data, 1000);
    Histogram histogram;
    histogram.fill(data.data(), most.data(), n, 30);
    show("most", most);
    show("bins", histogram.bins(), 8);
    std::vector<float> f(n + 1), g(n + 1);
    random.fillUnit(f);
    stepping(f.data(), g.data(), n);
    show("stepping", g);
    std::vector<int> kept(n + 1);
    put("seen", with_continue(data.data(), kept.data(), n));
    show("kept", kept);
    // What a launch reads of the array must be what the last one left.
    smooth(row, b.data(), 0);
    show("row again", row, 24);
  }
  // The array is what the loop reads: each iteration sees what the one before it has left.
  std::vector<double> b(4);
  smooth(row, b.data(), 1);
  show("own row", b);
  show("row", row, 24);
}
