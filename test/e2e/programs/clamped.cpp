// Subscripts that are clamped, in each of the ways in which people write it: they stay between the two ends, whatever
// the data says.
#include "show.h"

#include <algorithm>
#include <vector>

/// Behind a pointer of which nobody knows how long it is.
[[clustrix::cluster]]
void byBranches(const double* x, long* count, int n, int bins) {
  for (int i = 0; i < n; ++i) {  // want: parallel
    int bin = static_cast<int>(x[i] * 64 - 4);
    if (bin > bins - 1) bin = bins - 1;
    if (bin < 0) bin = 0;
    ++count[bin];
  }
}

[[clustrix::cluster]]
void byElse(const double* x, long* count, int n, int bins) {
  for (int i = 0; i < n; ++i) {  // want: parallel
    int bin = static_cast<int>(x[i] * 64 - 4);
    if (bin < 0)
      bin = 0;
    else if (bin >= bins)
      bin = bins - 1;
    ++count[bin];
  }
}

[[clustrix::cluster]]
void byExtremes(const double* x, long* count, int n, int bins) {
  for (int i = 0; i < n; ++i) {  // want: parallel
    const int bin = std::min(std::max(static_cast<int>(x[i] * 64 - 4), 0), bins - 1);
    ++count[bin];
  }
}

[[clustrix::cluster]]
void byClamp(const double* x, double* sum, int n, int bins) {
  for (int i = 0; i < n; ++i) sum[std::clamp(static_cast<int>(x[i] * 64 - 4), 0, bins - 1)] += x[i];  // want: parallel
}

[[clustrix::cluster]]
void byChoices(const double* x, long* count, int n, int bins) {
  for (int i = 0; i < n; ++i) {  // want: parallel
    const int k = static_cast<int>(x[i] * 64 - 4);
    ++count[k < 0 ? 0 : k >= bins ? bins - 1 : k];
  }
}

/// The elements of a list, read and clamped.
[[clustrix::cluster]]
void fromList(const int* list, const double* table, double* y, int n, int m) {
  for (int i = 0; i < n; ++i) {  // want: parallel
    int k = list[i];
    if (k < 0) k = 0;
    if (k > m - 1) k = m - 1;
    y[i] = table[k];
  }
}

/// Linear interpolation: the next element, too.
[[clustrix::cluster]]
void interpolated(const double* x, const double* table, double* y, int n, int m) {
  for (int i = 0; i < n; ++i) {  // want: parallel
    const double at = (x[i] * 1.2 - 0.1) * (m - 1);
    int k = static_cast<int>(at);
    if (k > m - 2) k = m - 2;
    if (k < 0) k = 0;
    y[i] = table[k] + (at - k) * (table[k + 1] - table[k]);
  }
}

/// In two dimensions.
[[clustrix::cluster]]
void deposited(const double* x, const double* y, long* cells, int n, int nx, int ny) {
  for (int i = 0; i < n; ++i) {  // want: parallel
    const int ix = std::clamp(static_cast<int>(x[i] * (nx + 4)) - 2, 0, nx - 1);
    const int iy = std::clamp(static_cast<int>(y[i] * (ny + 4)) - 2, 0, ny - 1);
    ++cells[iy * nx + ix];
  }
}

/// Clamped at one end alone: the other one is looked at, or is where it is.
[[clustrix::cluster]]
void oneEnd(const int* list, const double* table, double* y, int n, int m) {
  for (int i = 0; i < n; ++i) {  // may: parallel
    int k = list[i];
    if (k > m - 1) k = m - 1;
    y[i] = k < 0 ? -1.0 : table[k];
  }
}

/// Clamped, and then moved on.
[[clustrix::cluster]]
void movedOn(const double* x, long* count, int n, int bins) {
  for (int i = 0; i < n; ++i) {  // may: parallel
    int k = static_cast<int>(x[i] * 64 - 4);
    if (k < 0) k = 0;
    if (k > bins) k = bins;
    k += 3;
    ++count[k];
    k = static_cast<int>(x[i] * 70);
    ++count[k];
  }
}

/// The last one that is clamped to an element is what it has.
[[clustrix::cluster]]
void lastOne(const double* x, int* seen, int n, int m) {
  for (int i = 0; i < n; ++i) {  // want: serial
    int k = static_cast<int>(x[i] * 64 - 4);
    if (k > m - 1) k = m - 1;
    if (k < 0) k = 0;
    seen[k] = i;
  }
}

int main() {
  const int n = 3000, bins = 50;
  std::vector<double> x(n), y(n), table(80), z(n);
  Random random(5);
  random.fillUnit(x);
  random.fillUnit(y);
  random.fillUnit(table);
  std::vector<int> list(n);
  for (int i = 0; i < n; ++i) list[i] = static_cast<int>(x[i] * 100) - 20;
  for (const int size : {n, 0, 1, 7, 1000}) {
    std::vector<long> count(90);
    byBranches(x.data(), count.data() + 8, size, bins);
    show("by branches", count);
    byElse(x.data(), count.data() + 8, size, bins);
    show("by else", count);
    byExtremes(x.data(), count.data() + 8, size, bins);
    show("by extremes", count);
    std::vector<double> sum(60);
    byClamp(x.data(), sum.data() + 4, size, bins);
    show("by clamp", sum);
    byChoices(x.data(), count.data() + 8, size, bins);
    show("by choices", count);
    fromList(list.data(), table.data() + 3, z.data(), size, 60);
    show("from a list", z);
    interpolated(x.data(), table.data() + 3, z.data(), size, 60);
    show("interpolated", z);
    std::vector<long> cells(7 * 5 + 4);
    deposited(x.data(), y.data(), cells.data() + 2, size, 7, 5);
    show("deposited", cells);
    oneEnd(list.data(), table.data() + 3, z.data(), size, 60);
    show("at one end", z);
    movedOn(x.data(), count.data() + 8, size, bins);
    show("moved on", count);
    std::vector<int> seen(60, -1);
    lastOne(x.data(), seen.data() + 4, size, bins);
    show("last one", seen);
  }
}
