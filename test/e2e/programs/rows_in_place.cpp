// Rows that lie apart, varying from iteration to iteration: the host's threads work on the containers themselves.
#include "show.h"

#include <array>
#include <cstddef>
#include <vector>

using Rows = std::vector<std::vector<double>>;

// idle: shifted, sums, doubled, by_range, lengths, longest, relax, total, filled, in_lambda, through, columns
// idle: fixed_count, checked, smoothed, numbered, by_reference, by_second, by_choice
[[clustrix::cluster]] void shifted(Rows& a, const Rows& b, int n, int m) {
  for (int i = 1; i < n; ++i)  // want: parallel
    for (int j = 0; j < m; ++j) a[i][j] = b[i - 1][j] * 0.5 + 1;
}

// `s` may be one of the rows.
[[clustrix::cluster]] void sums(const Rows& b, std::vector<double>& s) {
  for (std::size_t i = 0; i < b.size(); ++i) {  // want: parallel
    double sum = 0;
    for (const double x : b[i]) sum += x;
    s[i] = sum;
  }
}

// `p` may lead into one, and `scale` may be an element.
[[clustrix::cluster]] void doubled(Rows& a, const double* p, const double& scale) {
  for (std::size_t i = 0; i < a.size(); ++i)  // want: parallel
    for (std::size_t j = 0; j < a[i].size(); ++j) a[i][j] = a[i][j] * scale + p[i];
}

[[clustrix::cluster]] void by_range(Rows& a) {
  for (auto& row : a) {  // want: parallel
    double before = 0;
    for (double& x : row) {
      x += before;
      before = x;
    }
  }
}

[[clustrix::cluster]] void lengths(const Rows& a, std::vector<int>& size) {
  for (std::size_t i = 0; i < a.size(); ++i) size[i] = static_cast<int>(a[i].size());  // may: parallel
}

[[clustrix::cluster]] std::size_t longest(const Rows& a) {
  std::size_t most = 0, at = 0;
  for (std::size_t i = 0; i < a.size(); ++i)  // may: parallel
    if (a[i].size() > most) {
      most = a[i].size();
      at = i;
    }
  return most * 1000 + at;
}

class Grid {
 public:
  Grid(std::size_t n, std::size_t m) : cells_(n, std::vector<double>(m, 1)), old_(cells_) {}
  [[clustrix::cluster]] void relax();
  [[clustrix::cluster]] double total() const;
  Rows& cells() { return cells_; }

 private:
  Rows cells_, old_;
};
void Grid::relax() {
  for (std::size_t i = 1; i + 1 < cells_.size(); ++i)  // want: parallel
    for (std::size_t j = 1; j + 1 < cells_[i].size(); ++j)
      old_[i][j] = 0.25 * (cells_[i - 1][j] + cells_[i + 1][j] + cells_[i][j - 1] + cells_[i][j + 1]);
  cells_.swap(old_);
}
double Grid::total() const {
  double sum = 0;
  for (std::size_t i = 0; i < cells_.size(); ++i)  // want: parallel
    for (const double x : cells_[i]) sum += x;
  return sum;
}

template <class T> [[clustrix::cluster]] void filled(std::vector<std::vector<T>>& a, T first) {
  for (std::size_t i = 0; i < a.size(); ++i)  // want: parallel
    for (std::size_t j = 0; j < a[i].size(); ++j) a[i][j] = static_cast<T>(first + i + 2 * j);
}

[[clustrix::cluster]] void in_lambda(Rows& a, double add) {
  const auto raise = [&](std::size_t i, std::size_t j) { a[i][j] += add; };
  for (std::size_t i = 0; i < a.size(); ++i)  // may: parallel
    for (std::size_t j = 0; j < a[i].size(); ++j) raise(i, j);
}

static double first_of(const std::vector<double>& row) { return row.empty() ? 0 : row[0]; }
static double element(const Rows& a, std::size_t i) { return a[i].empty() ? 0 : a[i].back(); }
[[clustrix::cluster]] void through(const Rows& a, std::vector<double>& s) {
  for (std::size_t i = 0; i < a.size(); ++i) s[i] = first_of(a[i]);  // may: parallel
  for (std::size_t i = 0; i < a.size(); ++i) s[i] += element(a, i);  // may: parallel
}

[[clustrix::cluster]] void columns(const Rows& a, std::vector<double>& top, int m) {
  for (int j = 0; j < m; ++j) {  // want: parallel
    double best = -1;
    for (std::size_t i = 0; i < a.size(); ++i)
      if (a[i][j] > best) best = a[i][j];
    top[j] = best;
  }
}

[[clustrix::cluster]] void fixed_count(std::array<std::vector<double>, 3>& a, int n) {
  for (int c = 0; c < 3; ++c)  // want: parallel
    for (int i = 0; i < n; ++i) a[c][i] += c;
}

[[clustrix::cluster]] void checked(Rows& a, const std::vector<int>& which) {
  for (std::size_t i = 0; i < which.size(); ++i)  // want: serial
    a[which[i]][0] = a[which[i]][0] * 0.5 + static_cast<double>(i);
}

// Behind the row that ends it there may be none.
[[clustrix::cluster]] int first_empty(const Rows& a, int most) {
  for (int i = 0; i < most; ++i)  // may: parallel
    if (a[i].empty()) return i;
  return -1;
}

// In order, whatever the rows are.
[[clustrix::cluster]] void smoothed(Rows& a, int n, int m) {
  for (int i = 1; i < n; ++i)  // want: serial
    for (int j = 0; j < m; ++j) a[i][j] = 0.5 * (a[i][j] + a[i - 1][j]);
}

// A row of its own size is what the other loop's launches have changed.
[[clustrix::cluster]] void numbered(Rows& a, std::vector<double>& flat, int n, int steps) {
  for (int t = 0; t < steps; ++t) {
    for (int i = 0; i < n; ++i) flat[i] = flat[i] * 0.5 + t;  // want: parallel
    for (int i = 0; i < n; ++i)                               // want: parallel
      for (std::size_t j = 0; j < a[i].size(); ++j) a[i][j] += flat[i];
    for (int i = 0; i < n; ++i) flat[i] += a[i].empty() ? 1 : a[i][0];  // want: parallel
  }
}

// The row by a name of its own, which the kernel keeps.
[[clustrix::cluster]] void by_reference(Rows& a) {
  for (std::size_t i = 0; i < a.size(); ++i) {  // want: parallel
    auto& row = a[i];
    for (auto& x : row) x += 1;
    for (std::size_t j = 0; j < row.size(); ++j) row[j] *= 0.5 + sizeof(row[0]);
  }
}

[[clustrix::cluster]] void by_second(Rows& a, const Rows& b) {
  for (std::size_t i = 0; i < a.size(); ++i) {  // want: parallel
    std::vector<double>& row = a[i];
    auto& again = row;
    const auto& other = b[i % b.size()];
    if (!again.empty() && !other.empty()) again[0] += other[0];
  }
}

[[clustrix::cluster]] void by_choice(Rows& a) {
  for (auto& row : a) {  // want: parallel
    if (auto& its = row; !its.empty()) its[0] = 3;
  }
}

static void print(const char* name, const Rows& rows) {
  std::vector<double> flat;
  for (const auto& row : rows) flat.insert(flat.end(), row.begin(), row.end());
  show(name, flat);
}

static Rows jagged(Random& random, std::size_t n, std::size_t least) {
  Rows rows(n);
  for (std::size_t i = 0; i < n; ++i) {
    rows[i].resize(least + i * 7 % 31);
    random.fillUnit(rows[i]);
  }
  return rows;
}

static void one(std::size_t n) {
  Random random(n + 5);
  Rows a = jagged(random, n, n), b = jagged(random, n, n);
  const int size = static_cast<int>(n);
  shifted(a, b, size, size);
  print("shifted", a);
  shifted(a, a, size, size);
  print("itself", a);
  std::vector<double> s(n + 1, 0.5);
  sums(b, s);
  show("sums", s);
  if (n > 2) sums(b, b[2]);
  print("row", b);
  doubled(a, s.data(), s[n]);
  if (n > 2) doubled(a, a[1].data(), s[0]);
  if (n > 2) doubled(a, s.data(), a[2][1]);
  print("doubled", a);
  by_range(a);
  print("ranged", a);
  std::vector<int> count(n);
  lengths(a, count);
  show("lengths", count);
  put("longest", longest(a));
  Grid grid(n + 2, n + 3);
  grid.cells()[n / 2][1] = 50;
  for (int t = 0; t < 3; ++t) grid.relax();
  put("total", grid.total());
  std::vector<std::vector<int>> numbers(n, std::vector<int>(3));
  filled(numbers, 4);
  filled(b, 0.5);
  put("number", n > 0 ? numbers[n - 1][2] : 0);
  in_lambda(b, 0.25);
  print("filled", b);
  through(a, s);
  show("through", s);
  columns(a, s, size);
  show("columns", s);
  std::array<std::vector<double>, 3> three{std::vector<double>(n), std::vector<double>(n), std::vector<double>(n)};
  fixed_count(three, size);
  show("three", three[2]);
  if (n > 4) checked(a, {1, 3, 1, 1, 0, 4});
  Rows ended = jagged(random, n, 1);
  ended.emplace_back();
  put("empty", first_empty(ended, 1 << 30));
  smoothed(a, size, size);
  numbered(a, s, size, 3);
  by_reference(a);
  by_second(a, b);
  by_choice(a);
  print("last", a);
  show("flat", s);
}

int main() {
  for (const std::size_t n : {0u, 1u, 3u, 40u, 130u}) one(n);
}
