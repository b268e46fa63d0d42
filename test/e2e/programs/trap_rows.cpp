// Rows that look apart and are not: neighbours, swaps, rows that change their size, a table of row numbers.
#include "show.h"

using Rows = std::vector<std::vector<double>>;

// Rows that vary are the host's alone.
// idle: along, last_row

[[clustrix::cluster]]
void down(Rows& a, int n) {
  for (int i = 1; i < n; ++i)    // want: serial
    for (int j = 0; j < n; ++j)  // want: parallel
      a[i][j] += a[i - 1][j] * 0.5;
}

[[clustrix::cluster]]
void along(Rows& a, int n) {
  for (int i = 0; i < n; ++i)    // want: parallel
    for (int j = 1; j < n; ++j)  // want: serial
      a[i][j] += a[i][j - 1] * 0.5;
}

[[clustrix::cluster]]
void swapping(Rows& a, int n) {
  for (int i = 0; i + 1 < n; ++i) {  // want: serial
    a[i].swap(a[i + 1]);
    a[i][0] += i;
  }
}

[[clustrix::cluster]]
void growing(Rows& a, int n) {
  for (int i = 0; i < n; ++i) {  // want: serial
    a[i].push_back(i);
    a[i].resize(a[i].size() + i % 3);
  }
}

[[clustrix::cluster]]
void chosen(Rows& a, const std::vector<int>& which, int n) {
  for (std::size_t i = 0; i < which.size(); ++i)  // want: serial
    for (int j = 0; j < n; ++j)                   // may: parallel
      a[which[i]][j] = a[which[i]][j] * 0.5 + 1;
}

[[clustrix::cluster]]
void last_row(Rows& a, int n) {
  for (int i = 0; i < n; ++i)  // want: serial
    a[n - 1][0] = a[i][0] * 0.5 + a[n - 1][0];
}

[[clustrix::cluster]]
void skewed(Rows& a, int n) {
  for (int i = 0; i + 1 < n; ++i)    // want: serial
    for (int j = 0; j + 1 < n; ++j)  // may: parallel
      a[i + 1][j] = a[i][j + 1] + 1;
}

[[clustrix::cluster]]
void bits(std::vector<std::vector<bool>>& a, int n) {
  for (int i = 0; i < n; ++i)    // may: parallel
    for (int j = 0; j < n; ++j)  // want: serial
      a[i][j] = (i + j) % 3 == 0;
}

/// Row numbers that wrap around on their way to a row that is there.
[[clustrix::cluster]]
void wrapping(Rows& a, int n) {
  for (unsigned i = -4u; i != 9; ++i)  // want: serial
    for (int j = 0; j < n; ++j)        // want: parallel
      a[i + 4u][j] += i % 5;
  for (long k = 1; k < 9; ++k) {  // want: serial
    const long far = k + (3L << 32);
    for (int j = 0; j < n; ++j)  // want: parallel
      a[static_cast<int>(far)][j] += a[0][j];
    for (int j = 0; j < n; ++j)  // may: parallel
      a[static_cast<unsigned>(far) - 1u][0] = a[3][j];
  }
}

void print(const char* name, const Rows& rows) {
  std::vector<double> flat;
  for (const auto& row : rows) flat.insert(flat.end(), row.begin(), row.end());
  show(name, flat);
}

int main() {
  Random random(86);
  const int n = 37;
  Rows a(n, std::vector<double>(n));
  for (auto& row : a) random.fillUnit(row);
  down(a, n);
  along(a, n);
  print("sums", a);
  wrapping(a, n);
  print("wrapped", a);
  swapping(a, n);
  print("swapped", a);
  chosen(a, {3, 5, 3, 3, 9, 5}, n);
  last_row(a, n);
  skewed(a, n);
  print("skewed", a);
  growing(a, n);
  print("grown", a);
  std::vector<std::vector<bool>> b(n, std::vector<bool>(n));
  bits(b, n);
  int set = 0;
  for (const auto& row : b)
    for (const bool x : row) set += x;
  put("bits", set);
}
