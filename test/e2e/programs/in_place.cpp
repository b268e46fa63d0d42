// Loops whose arrays nobody says the length of: no device can be given its part, and the host's threads need none.
#include "show.h"

#include <algorithm>
#include <vector>

// idle: rows, gathered, chosen, least, histogram, scattered, between, alone
[[clustrix::cluster]] void rows(const int* row, const int* column, const double* value, const double* x,
                                double* __restrict y, int n) {
  for (int i = 0; i < n; ++i) {  // want: parallel
    double sum = 0;
    for (int k = row[i]; k < row[i + 1]; ++k) sum += value[k] * x[column[k]];
    y[i] = sum;
  }
}

[[clustrix::cluster]] double gathered(const int* from, const double* a, int n) {
  double sum = 0;
  for (int i = 0; i < n; ++i) sum += a[from[i]];  // want: parallel
  return sum;
}

[[clustrix::cluster]] int chosen(const int* from, const int* a, int* __restrict b, int n) {
  int last = -1;
  for (int i = 0; i < n; ++i) {  // want: parallel
    const int value = a[from[i]];
    if (value < 40) continue;
    b[i] = value;
    last = i;
  }
  return last;
}

[[clustrix::cluster]] int least(const int* from, const double* a, int n) {
  int at = 0;
  double best = a[from[0]];
  for (int i = 1; i < n; ++i)  // want: parallel
    if (a[from[i]] < best) {
      best = a[from[i]];
      at = i;
    }
  return at;
}

[[clustrix::cluster]] void histogram(const int* from, const int* __restrict a, std::vector<int>& count, int n) {
  for (int i = 0; i < n; ++i) count[static_cast<std::size_t>(a[from[i]])] += 1;  // want: parallel
}

// What is written is not known either, and the author says that no element is written twice.
[[clustrix::cluster]] void scattered(const int* to, const double* a, double* __restrict b, int n) {
  [[clustrix::independent]] for (int i = 0; i < n; ++i) b[to[i]] += a[i];  // want: parallel
}

// What launches have left on devices has to be at home before, and what they read afterwards comes from here.
[[clustrix::cluster]] void between(const int* from, double* __restrict a, double* __restrict b, int n, int steps) {
  for (int t = 0; t < steps; ++t) {
    for (int i = 0; i < n; ++i) a[i] = 0.5 * a[i] + b[i];  // want: parallel
    for (int i = 0; i < n; ++i) b[i] = a[from[i]] + t;     // want: parallel
  }
}

// Overlapping, and nobody has said that they don't: in order.
[[clustrix::cluster]] void alone(const int* from, const double* a, double* b, int n) {
  for (int i = 0; i < n; ++i) b[i] = a[from[i]] + 1;  // may: parallel
}

// A name of the function's own leads where the restricted one does.
[[clustrix::cluster]] void renamed(double* __restrict y, int n) {
  const double* x = y;
  for (int i = 1; i < n; ++i) y[i] = x[i - 1] + 1;  // want: serial
}

// The parameter is another pointer by then.
[[clustrix::cluster]] void moved(double* __restrict y, const double* x, int n) {
  x = y;
  for (int i = 1; i < n; ++i) y[i] = x[i - 1] * 0.5;  // want: serial
}

static void one(int n) {
  Random random(static_cast<std::uint64_t>(n) + 11);
  const auto size = static_cast<std::size_t>(n);
  std::vector<int> row(size + 1), from(size), shuffled(size), number(size), picked(size, -1), count(100);
  for (std::size_t i = 0; i < size; ++i) row[i + 1] = row[i] + random.below(7);
  std::vector<int> column(static_cast<std::size_t>(row[size]) + 1);
  std::vector<double> value(column.size()), x(size + 1), y(size), a(size + 2), b(size);
  random.fillBelow(column, n + 1);
  random.fillUnit(value);
  random.fillUnit(x);
  random.fillUnit(a);
  random.fillBelow(from, std::max(n, 1));
  random.fillBelow(number, 100);
  for (std::size_t i = 0; i < size; ++i) shuffled[i] = static_cast<int>((i * 7 + 3) % std::max<std::size_t>(size, 1));
  rows(row.data(), column.data(), value.data(), x.data(), y.data(), n);
  show("rows", y.data(), n);
  put("gathered", gathered(from.data(), x.data(), n));
  put("chosen", chosen(from.data(), number.data(), picked.data(), n));
  show("picked", picked.data(), n);
  if (n > 0) put("least", least(from.data(), x.data(), n));
  histogram(from.data(), number.data(), count, n);
  show("count", count.data(), 100);
  if (n % 7 != 0) scattered(shuffled.data(), x.data(), y.data(), n);
  show("scattered", y.data(), n);
  between(from.data(), a.data(), b.data(), n, 5);
  show("between.a", a.data(), n);
  show("between.b", b.data(), n);
  alone(from.data(), a.data(), a.data() + 1, n);
  show("alone", a.data(), n + 1);
  renamed(a.data(), n);
  moved(b.data(), a.data(), n);
  show("renamed", a.data(), n);
  show("moved", b.data(), n);
}

int main() {
  for (const int n : {0, 1, 2, 5, 400, 5000}) one(n);
}
