// Lists of indices that are looked at before the loop: what is read through them, writes through lists without a number
// twice, lists at places that lists have, and lists that the loop itself may write.
#include <cstddef>
#include <vector>

#include "show.h"

[[clustrix::cluster]]
void gather(const double* from, const int* list, double* to, int n) {
  for (int i = 0; i < n; ++i) to[i] = 2 * from[list[i]];  // want: parallel
}

[[clustrix::cluster]]
void scatter(double* to, const int* list, const double* from, int n) {
  for (int i = 0; i < n; ++i) to[list[i]] = from[i] + 1;  // want: parallel
}

// A variable in between, a factor, and an element that a vector has.
struct Region {
  std::vector<int> elements;
  std::vector<double> weight;
};
[[clustrix::cluster]]
void ofRegion(const Region& region, const double* x, double* y, int n) {
  for (int i = 0; i < n; ++i) {  // want: parallel
    const int element = region.elements[i];
    y[element] = x[3 * element + 1] + region.weight[i];
  }
}

[[clustrix::cluster]]
void chained(const double* x, const int* column, const int* row, double* y, int n) {
  for (int i = 0; i < n; ++i) y[i] = x[column[row[i]]];  // want: parallel
}

[[clustrix::cluster]]
void bySize(const double* x, const std::size_t* list, double* y, std::size_t n) {
  for (std::size_t i = 0; i < n; ++i) y[list[i]] = x[list[i]] * 2;  // want: parallel
}

[[clustrix::cluster]]
void rows(double* a, const int* list, const double* b, int n, int m) {
  for (int i = 0; i < n; ++i)  // want: parallel
    for (int j = 0; j < m; ++j) a[list[i] * m + j] = b[i * m + j] + j;
}

[[clustrix::cluster]]
void corners(const double* x, const int* nodes, double* out, int n) {
  for (int e = 0; e < n; ++e) {  // want: parallel
    double sum = 0;
    for (int c = 0; c < 8; ++c) sum += x[nodes[8 * e + c]];
    out[e] = sum;
  }
}

// Backwards, every third, and three of each.
[[clustrix::cluster]]
void backwards(double* to, const int* list, const double* from, int n) {
  for (int i = n - 1; i >= 0; i -= 3)  // want: parallel
    for (int d = 0; d < 3; ++d) to[3 * list[i] + d] = from[i] * (d + 1);
}

// Numbers that nobody follows may be anything.
[[clustrix::cluster]]
void where(const double* x, const int* list, const unsigned char* flag, double* y, int n) {
  for (int i = 0; i < n; ++i)  // want: parallel
    if (flag[i]) y[i] = x[list[i]];
}

// The list may be what is written.
[[clustrix::cluster]]
void follow(int* to, const int* list, const int* from, int n) {
  for (int i = 0; i < n; ++i) {  // want: parallel
    to[i] = i / 2;
    to[i] += from[list[i]];
  }
}

// The list changes as the loop runs.
[[clustrix::cluster]]
void moving(double* x, int* list, int n) {
  for (int i = 0; i < n; ++i) {  // want: serial
    x[list[i]] = i;
    list[i] = (list[i] + 1) % n;
    x[list[i]] += 2;
  }
}

// Neighbours in the list: what one iteration writes another one reads.
[[clustrix::cluster]]
void neighbours(double* x, const int* list, int n) {
  for (int i = 0; i + 1 < n; ++i) x[list[i]] = x[list[i + 1]] + 1;  // want: parallel, idle
}

// Each second number of the list, so that two iterations may have one number of a list without any twice.
[[clustrix::cluster]]
void overlapping(double* x, const int* list, int n) {
  for (int i = 0; i < n; ++i)  // want: parallel, idle
    for (int d = 0; d < 2; ++d) x[list[i] + d] = i + d;
}

// What the host writes between two launches counts.
[[clustrix::cluster]]
void steps(double* to, int* list, const double* from, int n, int count) {
  for (int step = 0; step < count; ++step) {
    for (int i = 0; i < n; ++i) list[i] = (list[i] + 7) % n;     // want: parallel
    for (int i = 0; i < n; ++i) to[list[i]] += from[i] * step;   // may: parallel
    for (int i = 0; i < n; ++i) to[list[i]] = to[list[i]] / 2 + from[i];  // want: parallel
  }
}

int main() {
  const int n = 3000;
  Random random(11);
  std::vector<int> once(n), often(n), nodes(8 * n);
  for (int i = 0; i < n; ++i) once[i] = static_cast<int>((i * 2003LL + 7) % n);
  random.fillBelow(often, 100);
  random.fillBelow(nodes, n);
  std::vector<double> x(3 * n + 3), y(n), z(3 * n + 3);
  random.fillUnit(x);
  for (int size : {n, 0, 2, 1000}) {
    gather(x.data(), often.data(), y.data(), size);
    show("gather", y.data(), n);
    scatter(y.data(), once.data(), x.data(), size);
    show("scatter", y.data(), n);
    scatter(y.data(), often.data(), x.data(), size);
    show("scatter twice", y.data(), n);
    chained(x.data(), once.data(), often.data(), y.data(), size);
    show("chained", y.data(), n);
    corners(x.data(), nodes.data(), y.data(), size);
    show("corners", y.data(), n);
    ofRegion({once, std::vector<double>(n, 0.5)}, x.data(), y.data(), size);
    show("region", y.data(), n);
  }
  // The list changes between two calls, at one address.
  std::vector<int> changing = once;
  for (int call = 0; call < 4; ++call) {
    scatter(y.data(), changing.data(), x.data(), n);
    show("changed", y.data(), n);
    changing[call] = changing[n - 1];
    if (call == 2)
      for (int i = 0; i < n; ++i) changing[i] = n - 1 - i;
  }
  const std::vector<std::size_t> sizes(once.begin(), once.end());
  bySize(x.data(), sizes.data(), y.data(), n);
  show("sizes", y.data(), n);
  std::vector<double> a(7 * n), b(7 * n);
  random.fillUnit(b);
  rows(a.data(), once.data(), b.data(), n, 7);
  show("rows", a.data(), 7 * n);
  backwards(z.data(), once.data(), x.data(), n);
  show("backwards", z.data(), 3 * n);
  std::vector<unsigned char> flag(n);
  for (int i = 0; i < n; ++i) flag[i] = i % 3 == 0;
  std::vector<int> wild = once;
  for (int i = 0; i < n; ++i)
    if (!flag[i]) wild[i] = 2000000000;
  where(x.data(), once.data(), flag.data(), y.data(), n);
  show("where", y.data(), n);
  where(x.data(), wild.data(), flag.data(), y.data(), n);
  show("where wild", y.data(), n);
  std::vector<int> to(n), from(n);
  random.fillBelow(from, n);
  follow(to.data(), once.data(), from.data(), n);
  show("follow", to.data(), n);
  to = once;
  follow(to.data(), to.data(), from.data(), n);
  show("follow itself", to.data(), n);
  std::vector<int> moved = once;
  moving(y.data(), moved.data(), n);
  show("moving", y.data(), n);
  neighbours(y.data(), once.data(), n);
  show("neighbours", y.data(), n);
  overlapping(z.data(), once.data(), n);
  show("overlapping", z.data(), n);
  std::vector<int> stepped = once;
  std::vector<double> stepping(n);
  steps(stepping.data(), stepped.data(), x.data(), n, 5);
  show("steps", stepping.data(), n);
}
