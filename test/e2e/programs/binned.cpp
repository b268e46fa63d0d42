// Subscripts that are converted from floating-point numbers: what conditions say of them is where they keep to.
#include "show.h"

#include <cmath>
#include <vector>

/// Behind a pointer of which nobody knows how long it is.
[[clustrix::cluster]]
void histogram(const double* x, long* count, int n, int bins) {
  for (int i = 0; i < n; ++i) {  // want: parallel
    const int bin = static_cast<int>(x[i] * 64);
    if (bin >= 0 && bin < bins) ++count[bin];
  }
}

/// What a root says of the lower end.
[[clustrix::cluster]]
void distances(const double* x, long* count, int n) {
  const double width = 1.0 / 32;
  for (int i = 0; i < n; ++i)  // want: parallel
    for (int j = 0; j < 7; ++j) {
      const int bin = static_cast<int>(std::sqrt(x[i] * x[i] + x[i + j] * x[i + j]) / width);
      if (bin < 40) ++count[bin];
    }
}

/// Iterations that are outside are left.
[[clustrix::cluster]]
void looked(const double* x, const double* table, double* y, int n, int m) {
  for (int i = 0; i < n; ++i) {  // want: parallel
    const long k = static_cast<long>((x[i] - 0.125) * m);
    if (k < 0 || k >= m - 1) {
      y[i] = 0;
      continue;
    }
    const double part = (x[i] - 0.125) * m - k;
    y[i] = (1 - part) * table[k] + part * table[k + 1];
  }
}

/// One place is written by several iterations, or by none.
[[clustrix::cluster]]
void marked(const double* x, int* seen, int n, int m) {
  for (int i = 0; i < n; ++i) {  // want: serial
    const int k = static_cast<int>(x[i] * m);
    if (k >= 0 && k < m) seen[k] = i;
  }
}

/// The number changes between the condition and its use, and another one is asked.
[[clustrix::cluster]]
void moved(const double* x, long* count, int n, int bins) {
  for (int i = 0; i < n; ++i) {  // may: parallel
    int bin = static_cast<int>(x[i] * 48);
    const int other = static_cast<int>(x[i + 1] * 48);
    if (other >= 2 && other < bins && bin > 1) {
      bin -= 2;
      ++count[bin];
    }
  }
}

/// A loop inside whose end is such a number.
[[clustrix::cluster]]
void lengths(const double* x, const double* table, double* y, int n) {
  for (int i = 0; i < n; ++i) {  // may: parallel
    double s = 0;
    for (int j = 0; j < static_cast<int>(x[i] * 10); ++j) s += table[j];
    y[i] = s;
  }
}

int main() {
  const int n = 2000;
  std::vector<double> x(n + 8), table(64), y(n);
  Random random(3);
  random.fillUnit(x);
  random.fillUnit(table);
  std::vector<long> count(80);
  histogram(x.data(), count.data() + 8, n, 50);
  show("histogram", count);
  distances(x.data(), count.data() + 8, n);
  show("distances", count);
  looked(x.data(), table.data(), y.data(), n, 64);
  show("looked up", y);
  std::vector<int> seen(64, -1);
  marked(x.data(), seen.data(), n, 50);
  show("marked", seen);
  moved(x.data(), count.data(), n, 60);
  show("moved", count);
  lengths(x.data(), table.data(), y.data(), n);
  show("lengths", y);
}
