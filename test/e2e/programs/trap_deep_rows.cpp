// Planes and rows that look apart and are not: neighbours, planes that change, a plane that is one of the cube's.
#include "show.h"

#include <span>
#include <string>
#include <vector>

using Rows = std::vector<std::vector<double>>;
using Cube = std::vector<Rows>;

// idle: upwards, turned, sideways, inside, of_another, of_any

[[clustrix::cluster]] void upwards(Cube& c, int n) {
  for (int k = 1; k < n; ++k)    // want: serial
    for (int i = 0; i < n; ++i)  // may: parallel
      for (int j = 0; j < n; ++j) c[k][i][j] += c[k - 1][i][j] * 0.5;
}

[[clustrix::cluster]] void sideways(Cube& c, int n) {
  for (int k = 0; k < n; ++k)  // want: parallel
    for (int i = 1; i < n; ++i)
      for (int j = 0; j < n; ++j) c[k][i][j] += c[k][i - 1][j] * 0.5;
}

[[clustrix::cluster]] void turned(Cube& c, int n) {
  for (int k = 0; k < n; ++k)    // want: serial
    for (int i = 0; i < n; ++i)  // may: parallel
      for (int j = 0; j < n; ++j) c[k][i][j] = c[i][k][j] * 0.5 + 1;
}

// The plane may be one of the cube's.
[[clustrix::cluster]] void inside(Cube& c, const Rows& plane, int n) {
  for (int k = 0; k < n; ++k)  // want: parallel
    for (int i = 1; i < n; ++i)
      for (int j = 0; j < n; ++j) c[k][i][j] += plane[i - 1][j];
}

[[clustrix::cluster]] void of_another(Rows& plane, const Cube& c, int n) {
  for (int i = 1; i < n; ++i)  // want: parallel
    for (int j = 0; j < n; ++j) plane[i][j] = c[0][i - 1][j] + c[j % 2][i][j];
}

// A row of a plane may be the vector.
[[clustrix::cluster]] void of_any(Cube& c, std::vector<double>& row, int n) {
  for (int k = 0; k < n; ++k)  // want: parallel
    for (int i = 0; i < n; ++i) c[k][i][0] += row[i];
}

[[clustrix::cluster]] void growing(Cube& c, int n) {
  for (int k = 0; k < n; ++k) {  // want: serial
    c[k].push_back({1.0, 2.0});
    c[k][c[k].size() - 1][0] += k;
  }
}

[[clustrix::cluster]] void swapping(Cube& c, int n) {
  for (int k = 0; k + 1 < n; ++k) {  // want: serial
    c[k].swap(c[k + 1]);
    c[k][0][0] += k;
  }
}

[[clustrix::cluster]] void resized(Cube& c, int n) {
  for (int k = 0; k < n; ++k) {  // want: serial
    auto& plane = c[k];
    plane[0].resize(n + k);
    plane[0][n + k - 1] = k;
  }
}

[[clustrix::cluster]] void assigned(Cube& c, int n) {
  for (int k = 1; k < n; ++k) {  // want: serial
    c[k][0] = c[k - 1][1];
    c[k][1][0] += 1;
  }
}

[[clustrix::cluster]] void chosen(Cube& c, const std::vector<int>& which, int n) {
  for (std::size_t k = 0; k < which.size(); ++k)  // want: serial
    for (int i = 0; i < n; ++i)                   // may: parallel
      for (int j = 0; j < n; ++j) c[which[k]][i][j] = c[which[k]][i][j] * 0.5 + 1;
}

[[clustrix::cluster]] void one_element(Cube& c, int n) {
  for (int k = 0; k < n; ++k)  // want: serial
    c[0][0][0] = c[k][0][1] - c[0][0][0] * 0.25;
}

[[clustrix::cluster]] void last(Cube& c, int n) {
  for (int k = 0; k < n; ++k)      // want: serial
    for (int i = 0; i < n; ++i) {  // may: parallel
      c[n - 1][i][0] = c[k][i][1] * 0.5 + c[n - 1][i][0];
    }
}

// Views are no rows of their own.
[[clustrix::cluster]] void views(std::vector<std::span<double>>& a, int n) {
  for (int i = 1; i < n; ++i)    // want: serial
    for (int j = 0; j < 8; ++j)  // may: parallel
      a[i][j] = a[i][j] * 0.5 + i;
}

static void print(const char* name, const Cube& cube) {
  std::vector<double> flat;
  for (const auto& plane : cube)
    for (const auto& row : plane) flat.insert(flat.end(), row.begin(), row.end());
  show(name, flat);
}

int main() {
  Random random(17);
  const int n = 31;
  Cube c(n, Rows(n, std::vector<double>(n)));
  for (auto& plane : c)
    for (auto& row : plane) random.fillUnit(row);
  upwards(c, n);
  sideways(c, n);
  turned(c, n);
  print("sums", c);
  const Cube other = c;
  inside(c, other[3], n);
  inside(c, c[3], n);
  inside(c, c[0], n);
  print("inside", c);
  Rows plane = c[5];
  of_another(plane, c, n);
  of_another(c[0], c, n);
  of_another(c[1], c, n);
  c[7] = plane;
  print("another", c);
  std::vector<double> row(n, 0.5);
  of_any(c, row, n);
  of_any(c, c[4][6], n);
  of_any(c, c[n - 1][0], n);
  print("any", c);
  chosen(c, {3, 5, 3, 3, 9, 5}, n);
  one_element(c, n);
  last(c, n);
  assigned(c, n);
  print("last", c);
  swapping(c, n);
  resized(c, n);
  growing(c, n);
  print("grown", c);
  std::vector<double> flat(n + 8, 1);
  std::vector<std::span<double>> overlapping;
  for (int i = 0; i < n; ++i) overlapping.emplace_back(flat.data() + i, 8);
  views(overlapping, n);
  show("views", flat);
}
