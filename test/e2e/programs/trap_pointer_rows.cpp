// Rows behind pointers that meet: two pointers to one row, rows that overlap, pointers that change, subscripts in
// front.
#include "show.h"

#include <vector>

// idle: doubled, added, shifted, before, through_global, one_plane, flat, kept, table, ragged, maybe, counted, listed
// idle: swapped, sums

[[clustrix::cluster]] void doubled(double** a, int n, int m) {
  for (int i = 0; i < n; ++i)  // want: parallel
    for (int j = 0; j < m; ++j) a[i][j] = a[i][j] * 2 + i;
}

[[clustrix::cluster]] void added(double** a, double** b, int n, int m) {
  for (int i = 1; i < n; ++i)  // want: parallel
    for (int j = 0; j < m; ++j) a[i][j] += b[i - 1][j];
}

[[clustrix::cluster]] void downwards(double** a, int n, int m) {
  for (int i = 1; i < n; ++i)    // want: serial
    for (int j = 0; j < m; ++j)  // may: parallel
      a[i][j] += a[i - 1][j] * 0.5;
}

// In front of a row may be the one before it.
[[clustrix::cluster]] void shifted(double** a, int n, int m, int by) {
  for (int i = 1; i < n; ++i)  // want: parallel
    for (int j = 0; j < m; ++j) a[i][j - by] = a[i][j] + 1;
}

[[clustrix::cluster]] void before(double** a, int n, int m) {
  for (int j = 0; j < m; ++j)  // may: parallel
    for (int i = 1; i < n; ++i) a[i][j - m] = a[i][j + 1 - m] + 1;
}

[[clustrix::cluster]] void one_plane(double*** c, int n, int m) {
  for (int k = 0; k < n; ++k)  // want: parallel
    for (int i = 0; i < 3; ++i)
      for (int j = 0; j < m; ++j) c[k][i][j] = c[k][i][j] * 0.5 + k;
}

// All rows through the first pointer.
[[clustrix::cluster]] void flat(double** a, int n, int m) {
  for (int i = 0; i < n; ++i)  // may: parallel
    for (int j = 0; j < m; ++j) a[0][i * m + j] = a[i][j] + a[n - 1 - i][j] * 0.5;
}

[[clustrix::cluster]] void moving(double** a, double* b, int n, int m) {
  for (int i = 0; i < n; ++i) {  // want: serial
    a[i] = b;
    for (int j = 0; j < m; ++j) a[i][j] += 1;  // may: parallel
  }
}

[[clustrix::cluster]] void kept(double** a, const double* x, int n, int m) {
  for (int i = 0; i < n; ++i)  // want: parallel
    for (int j = 0; j < m; ++j) a[i][j] += x[i];
}

// The numbers may be the pointers themselves.
[[clustrix::cluster]] void table(long** a, int n, int m) {
  for (int i = 0; i < n; ++i)  // want: parallel
    for (int j = 0; j < m; ++j) a[i][j] = 0;
}

[[clustrix::cluster]] void ragged(double** a, const int* length, int n) {
  for (int i = 0; i < n; ++i)  // may: parallel
    for (int j = 0; j < length[i]; ++j) a[i][j] += 1;
}

[[clustrix::cluster]] void maybe(double** a, const int* mask, int n, int m) {
  for (int i = 0; i < n; ++i)  // may: parallel
    if (mask[i])
      for (int j = 0; j < m; ++j) a[i - 1][j] += 1;
}

[[clustrix::cluster]] void chosen(double** a, const int* which, int n, int m) {
  for (int i = 0; i < n; ++i)    // want: serial
    for (int j = 0; j < m; ++j)  // may: parallel
      a[which[i]][j] = a[which[i]][j] * 0.5 + 1;
}

[[clustrix::cluster]] int counted(double** a, int n, int m) {
  int count = 0;
  for (int i = 0; i < n; ++i)  // may: parallel
    for (int j = 0; j < m; ++j) count += a[i][j] > 2;
  return count;
}

struct Node {
  double x, y;
};
[[clustrix::cluster]] void listed(Node** nodes, int n) {
  for (int i = 0; i < n; ++i) nodes[i]->x += nodes[i]->y + i;  // may: parallel
}

[[clustrix::cluster]] void swapped(double** a, int n, int m) {
  for (int i = 0; i + 1 < n; ++i) {  // want: serial
    double* row = a[i];
    a[i] = a[i + 1];
    a[i + 1] = row;
    for (int j = 0; j < m; ++j) a[i][j] += j;  // may: parallel
  }
}

double* shared_row;
[[clustrix::cluster]] void through_global(double** a, int n, int m) {
  for (int i = 0; i < n; ++i)  // may: parallel
    for (int j = 0; j < m; ++j) a[i][j] += shared_row[i];
}

[[clustrix::cluster]] void sums(double** a, double* s, int n, int m) {
  for (int i = 0; i < n; ++i)  // may: parallel
    for (int j = 0; j < m; ++j) s[i] += a[i][j];
}

int main() {
  Random random(5);
  const int n = 40, m = 50;
  std::vector<double> all(static_cast<std::size_t>((n + 12) * (m + 2)));
  random.fillUnit(all);
  std::vector<double*> apart, same, overlapping, back;
  for (int i = 0; i < n; ++i) {
    apart.push_back(all.data() + (i + 1) * m);
    same.push_back(all.data() + (i % 7 + 1) * m);
    overlapping.push_back(all.data() + (i + 1) * (m - 1));
    back.push_back(all.data() + (n - i) * m);
  }
  const auto all_of = [&](const char* name, const auto& call) {
    for (auto* rows : {&apart, &same, &overlapping, &back}) call(rows->data());
    show(name, all);
  };
  all_of("doubled", [&](double** a) { doubled(a, n, m); });
  all_of("added", [&](double** a) { added(a, apart.data(), n, m); });
  all_of("to itself", [&](double** a) { added(a, a, n, m); });
  all_of("from back", [&](double** a) { added(back.data(), a, n, m); });
  all_of("downwards", [&](double** a) { downwards(a, n, m); });
  all_of("shifted", [&](double** a) { shifted(a, n, m, 3); });
  all_of("onwards", [&](double** a) { shifted(a, n, m - 5, -5); });
  all_of("before", [&](double** a) { before(a, n, m); });
  all_of("flat", [&](double** a) { flat(a, n / 8, m); });
  all_of("kept", [&](double** a) { kept(a, all.data() + 5 * m, n, m); });
  all_of("sums", [&](double** a) { sums(a, all.data() + 3 * m + 7, n, m); });
  shared_row = all.data() + 70;
  all_of("global", [&](double** a) { through_global(a, n, m); });
  std::vector<double**> planes;
  for (int k = 0; k < n; ++k) planes.push_back(apart.data() + k % 11 * 3);
  one_plane(planes.data(), n, m);
  for (int k = 0; k < 13; ++k) planes[k] = apart.data() + k * 3;
  one_plane(planes.data(), 13, m);
  show("planes", all);
  std::vector<int> mask(n), which(n), length(n);
  for (int i = 1; i < n; ++i) {
    mask[i] = i % 3 == 1;
    which[i] = i * 7 % 11;
    length[i] = i % 9;
  }
  all_of("maybe", [&](double** a) { maybe(a, mask.data(), n, m); });
  all_of("chosen", [&](double** a) { chosen(a, which.data(), n, m); });
  all_of("ragged", [&](double** a) { ragged(a, length.data(), n); });
  put("count", counted(same.data(), n, m));
  std::vector<Node> nodes(n);
  std::vector<Node*> to;
  for (int i = 0; i < n; ++i) to.push_back(&nodes[i * i % n]);
  listed(to.data(), n);
  double x = 0;
  for (const Node& node : nodes) x += node.x;
  put("nodes", x);
  // Each row's first numbers are where the pointers to the next ones are.
  std::vector<long*> pointers(64);
  std::vector<long> numbers(64 * 20, 3);
  for (int i = 0; i < 64; ++i) pointers[i] = numbers.data() + i * 20;
  table(pointers.data(), 60, 20);
  long sum = 0;
  for (const long number : numbers) sum += number;
  put("table", sum);
  std::vector<double*> moved = apart;
  moving(moved.data(), all.data(), n, m);
  moved = apart;
  swapped(moved.data(), n, m);
  show("moved", all);
}
