// Views that an iteration makes for itself: rows of matrices, words of texts, parts of views, given to helpers.
#include "show.h"

#include <array>
#include <numeric>
#include <span>
#include <string>
#include <string_view>
#include <vector>

static double dot(std::span<const double> a, std::span<const double> b) {
  double sum = 0;
  for (std::size_t k = 0; k < a.size(); ++k) sum += a[k] * b[k];
  return sum;
}

static void scale(std::span<double> row, double by) {
  for (double& x : row) x *= by;
}

static std::span<double> rowOf(double* a, int m, int i) { return {a + i * m, static_cast<std::size_t>(m)}; }

/// By pointer and number, with nearly all that a view can be asked.
[[clustrix::cluster]]
void rows(const double* a, double* out, int n, int m) {
  for (int i = 0; i < n; ++i) {  // want: parallel
    std::span<const double> row(a + i * m, m);
    double sum = 0;
    for (double x : row) sum += x;
    for (std::size_t k = 0; k < row.size(); ++k) sum += 2 * row[k];
    for (auto at = row.begin(); at != row.end(); ++at) sum += *at;
    out[i] = sum + row[0] + row.front() * row.back() + (row.empty() ? 1 : 0) + row.data()[1];
  }
}

/// Written through.
[[clustrix::cluster]]
void halves(double* a, int n, int m) {
  for (int i = 0; i < n; ++i) {  // want: parallel
    const std::span<double> row(a + i * m, a + i * m + m);
    const auto low = row.first(m / 2);
    auto high = row.subspan(m / 2);
    for (std::size_t k = 0; k < low.size(); ++k) low[k] += high[k];
    high = high.last(2);
    high[0] = low.front();
    scale(row.subspan(1, 2), 0.5);
  }
}

/// Of a vector, with helpers that take views.
[[clustrix::cluster]]
void product(const std::vector<double>& a, const std::vector<double>& w, std::vector<double>& out) {
  const int n = static_cast<int>(out.size()), m = static_cast<int>(w.size());
  for (int i = 0; i < n; ++i) out[i] = dot({a.data() + i * m, w.size()}, w);  // want: parallel
}

[[clustrix::cluster]]
void returned(double* a, int n, int m) {
  for (int i = 0; i < n; ++i) {  // want: parallel
    auto row = rowOf(a, m, i);
    row[0] += row[m - 1];
    scale(row, 1.5);
  }
}

/// Of views from outside the loop, and of a table.
[[clustrix::cluster]]
void parts(std::span<const double> all, double* out, int n) {
  const double weights[4] = {0.5, 1, 2, 0.25};
  for (int i = 0; i < n; ++i) {  // want: parallel
    const auto window = all.subspan(i, 4);
    const std::span<const double> copy = all;
    out[i] = dot(window, weights) + copy[i];
  }
}

struct Cell {
  double values[3];
  std::array<double, 2> ends;
};

/// Of arrays in elements, and of arrays of the iteration's own.
[[clustrix::cluster]]
void cells(Cell* cell, int n) {
  for (int i = 0; i < n; ++i) {  // want: parallel
    double own[3] = {1, 2, 3};
    std::array<double, 2> pair{4, 5};
    const std::span<double> mine(own), both(pair);
    for (double& x : mine) x += i;
    both[1] = mine[2];
    std::span<double> values(cell[i].values), ends(cell[i].ends);
    for (std::size_t k = 0; k < values.size(); ++k) values[k] += mine[k];
    scale(ends, both[1]);
    ends.front() += both.back();
  }
}

/// A work array in front of the loop.
[[clustrix::cluster]]
void worked(const double* a, double* out, int n) {
  double work[4];
  for (int i = 0; i < n; ++i) {  // want: parallel
    std::span<double> s(work);
    for (std::size_t k = 0; k < 4; ++k) s[k] = a[i + k];
    out[i] = dot(s, std::span<const double>(a + i, 4)) + s[1];
  }
}

/// Words of a text.
[[clustrix::cluster]]
void hashes(const std::string& text, const int* at, const int* length, long* out, int n) {
  for (int i = 0; i < n; ++i) {  // want: parallel
    const std::string_view word(text.data() + at[i], length[i]);
    long hash = 7;
    for (char c : word) hash = hash * 31 % 1000003 + c;
    out[i] = hash + (word.empty() ? 1 : static_cast<long>(word.size()));
  }
}

static int digits(std::string_view text, int from, int count) {
  int value = 0;
  for (int k = from; k < from + count; ++k)
    if (text[k] >= '0' && text[k] <= '9') value = value * 10 + (text[k] - '0');
  return value;
}

[[clustrix::cluster]]
void numbers(const std::string& text, int* out, int n) {
  for (int i = 0; i < n; ++i) out[i] = digits(text, 4 * i, 4);  // want: parallel
}

/// The view begins where an earlier iteration wrote.
[[clustrix::cluster]]
void chained(double* a, int n, int m) {
  for (int i = 1; i < n; ++i) {  // want: serial
    std::span<double> row(a + i * m, m), before(a + (i - 1) * m, m);
    for (int k = 0; k < m; ++k) row[k] += before[k];
  }
}

/// One element too long.
[[clustrix::cluster]]
void overlapping(double* a, int n, int m) {
  for (int i = 0; i + 1 < n; ++i) {  // want: serial
    std::span<double> row(a + i * m, m + 1);
    row[0] += 1;
    row.back() *= 0.5;
  }
}

/// Which of two, the data says.
[[clustrix::cluster]]
void chosen(double* a, double* b, const int* which, int n) {
  for (int i = 0; i < n; ++i) {  // want: serial
    std::span<double> row(a, n);
    if (which[i]) row = std::span<double>(b, n);
    row[i] += 1;
    a[n - 1 - i] += row[0];
  }
}

/// It walks on from one iteration to the next.
[[clustrix::cluster]]
void eaten(const double* a, double* out, int n) {
  std::span<const double> rest(a, n);
  for (int i = 0; i < n; ++i) {  // want: serial
    out[i] = rest.front() * 2;
    rest = rest.subspan(1);
  }
}

int main() {
  const int n = 60, m = 6;
  std::vector<double> a(n * m), out(n);
  std::iota(a.begin(), a.end(), 0.25);
  rows(a.data(), out.data(), n, m);
  show("rows", out);
  halves(a.data(), n, m);
  show("halves", a);
  const std::vector<double> w = {1, 0.5, 2, -1, 0.125, 3};
  product(a, w, out);
  show("product", out);
  returned(a.data(), n, m);
  show("returned", a);
  parts(a, out.data(), n);
  show("parts", out);
  std::vector<Cell> cell(n);
  for (int i = 0; i < n; ++i) cell[i] = {{i * 0.5, 1, 2}, {i + 0.5, 3}};
  cells(cell.data(), n);
  for (int i = 0; i < n; ++i) out[i] = cell[i].values[2] + cell[i].ends[0] * 3 + cell[i].ends[1];
  show("cells", out);
  worked(a.data(), out.data(), n);
  show("worked", out);
  std::string text;
  for (int i = 0; i < 4 * n + 8; ++i) text += static_cast<char>('0' + i * 7 % 12);
  std::vector<int> at(n), length(n), number(n);
  for (int i = 0; i < n; ++i) at[i] = i * 3, length[i] = i % 5;
  std::vector<long> hash(n);
  hashes(text, at.data(), length.data(), hash.data(), n);
  show("hashes", hash);
  numbers(text, number.data(), n);
  show("numbers", number);
  chained(a.data(), n, m);
  show("chained", a);
  overlapping(a.data(), n, m);
  show("overlapping", a);
  std::vector<double> b(a);
  chosen(a.data(), b.data(), at.data(), n);
  show("chosen", a);
  eaten(b.data(), out.data(), n);
  show("eaten", out);
}
