// std::vector: subscripts, size(), data(), range-for by value and by reference, members, and the same vector twice.
#include "show.h"

#include <cstddef>

[[clustrix::cluster]]
void subscripts(std::vector<double>& a, const std::vector<double>& b) {
  for (std::size_t i = 0; i < a.size(); ++i)  // want: parallel
    a[i] = a[i] * 0.5 + b[i];
  for (int i = 0; i < static_cast<int>(b.size()); ++i)  // want: parallel
    a[i] -= b[i] * b[i];
}

[[clustrix::cluster]]
void ranges(std::vector<int>& v, int add) {
  for (int& x : v)  // want: parallel
    x = x * 3 + add;
  for (auto& x : v)  // want: parallel
    x ^= 21;
}

[[clustrix::cluster]]
long total(const std::vector<int>& v) {
  long sum = 0;
  for (int x : v)  // want: parallel
    sum += x;
  for (const auto& x : v)  // want: parallel
    sum -= x / 2;
  return sum;
}

[[clustrix::cluster]]
std::vector<double> squares(int n) {
  std::vector<double> result(n);
  for (int i = 0; i < n; ++i)  // want: parallel
    result[i] = 0.25 * i * i;
  return result;
}

[[clustrix::cluster]]
void through_data(std::vector<double>& a, const std::vector<double>& b, int n) {
  double* out = a.data();
  const double* in = b.data();
  for (int i = 0; i < n; ++i)  // want: parallel
    out[i] += 2 * in[i];
}

[[clustrix::cluster]]
void matrix(std::vector<double>& a, const std::vector<double>& row, std::size_t rows, std::size_t columns) {
  for (std::size_t r = 0; r < rows; ++r)       // want: parallel
    for (std::size_t c = 0; c < columns; ++c)  // want: parallel
      a[r * columns + c] *= row[c] + static_cast<double>(r);
}

[[clustrix::cluster]]
void shifted(std::vector<double>& a, const std::vector<double>& b) {
  for (std::size_t i = 1; i < a.size(); ++i)  // want: parallel
    a[i] = b[i - 1] + 0.125;
}

int main() {
  Random random(23);
  const int n = 10007;
  std::vector<double> a(n), b(n), row(83);
  std::vector<int> v(n);
  random.fillUnit(a);
  random.fillUnit(b);
  random.fillUnit(row);
  random.fillBelow(v, 5000);
  subscripts(a, b);
  subscripts(b, b);
  show("a", a);
  show("b", b);
  ranges(v, 5);
  show("v", v);
  put("total", total(v));
  std::vector<int> empty;
  ranges(empty, 1);
  put("empty", total(empty));
  show("squares", squares(5003));
  put("no_squares", squares(0).size());
  through_data(a, b, n);
  through_data(a, a, n);
  show("data", a);
  matrix(a, row, 120, 83);
  show("matrix", a);
  shifted(a, b);
  show("shift", a);
  shifted(b, b);
  show("recurrence", b);
}
