// Sums into one element beside others of the same array that are read: triangular systems, row by row. The rows keep
// their order; the sum of a row is one of many devices where no element that is read is the one that is summed up.
#include "show.h"

#include <algorithm>

[[clustrix::cluster]]
void forward(const std::vector<double>& l, std::vector<double>& x, int n) {
  for (int i = 0; i < n; ++i) {  // want: serial
    for (int j = 0; j < i; ++j)  // want: parallel
      x[i] -= l[i * n + j] * x[j];
    x[i] /= l[i * n + i];
  }
}

[[clustrix::cluster]]
void backward(const double* u, double* x, int n) {
  for (int i = n - 1; i >= 0; --i) {  // want: serial
    for (int j = i + 1; j < n; ++j)   // want: parallel
      x[i] -= u[i * n + j] * x[j];
    x[i] = x[i] / u[i * n + i];
  }
}

[[clustrix::cluster]]
void factorise(std::vector<double>& a, int n) {
  for (int i = 0; i < n; ++i) {     // want: serial
    for (int j = 0; j <= i; ++j) {  // want: serial
      for (int k = 0; k < j; ++k)   // want: parallel
        a[i * n + j] -= a[i * n + k] * a[j * n + k];
      a[i * n + j] = i == j ? std::sqrt(a[i * n + j]) : a[i * n + j] / a[j * n + j];
    }
  }
}

[[clustrix::cluster]]
void into_the_last(std::vector<long>& a, int n) {
  for (int i = 0; i < n; ++i)  // want: parallel
    a[n] += a[i];
}

[[clustrix::cluster]]
void greatest_in_front(std::vector<int>& a, int n) {
  for (int i = 1; i < n; ++i)  // want: parallel
    if (a[i] > a[0]) a[0] = a[i];
}

// The element that is written may be one of those that are read.
[[clustrix::cluster]]
void over_all(std::vector<double>& x, int at, int n) {
  for (int j = 0; j < n; ++j)  // want: serial
    x[at] += 0.5 * x[j];
}

[[clustrix::cluster]]
void up_to_it(std::vector<double>& x, int i) {
  for (int j = 0; j <= i; ++j)  // want: serial
    x[i] += 0.5 * x[j];
}

[[clustrix::cluster]]
void by_places(std::vector<double>& x, const std::vector<int>& at, int i, int n) {
  for (int j = 0; j < n; ++j)  // want: serial
    x[i] += 0.5 * x[at[j]];
}

[[clustrix::cluster]]
void running(std::vector<double>& x, std::vector<double>& seen, int i) {
  for (int j = 0; j < i; ++j) {  // may: parallel
    x[i] -= 0.5 * x[j];
    seen[j] = x[i];
  }
}

// Rows of a length that only the run knows: the sum's own element may lie among those of the other row.
[[clustrix::cluster]]
void rows(std::vector<double>& a, int i, int j, int pitch, int n) {
  for (int k = 0; k < n; ++k)  // may: parallel
    a[i * pitch + n] -= 0.001 * a[j * pitch + k];
}

int main() {
  Random random(55);
  const int n = 120;
  std::vector<double> l(n * n), x(n), seen(n);
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j) l[i * n + j] = (i == j ? 4 : 0) + random.unit() / n;
  random.fillUnit(x);
  forward(l, x, n);
  show("forward", x);
  backward(l.data(), x.data(), n);
  show("backward", x);
  const int rows_of_a = 24;
  std::vector<double> a(rows_of_a * rows_of_a);
  for (int i = 0; i < rows_of_a; ++i)
    for (int j = 0; j < rows_of_a; ++j) a[i * rows_of_a + j] = l[std::max(i, j) * n + std::min(i, j)];
  factorise(a, rows_of_a);
  show("factor", a);
  std::vector<long> sums(5001);
  random.fillBelow(sums, 1000);
  into_the_last(sums, 5000);
  show("sums", sums);
  std::vector<int> numbers(4000);
  random.fillBelow(numbers, 1 << 30);
  greatest_in_front(numbers, 4000);
  show("greatest", numbers);
  for (const int at : {0, 60, 119}) {
    over_all(x, at, n / 2 + at / 3);
    up_to_it(x, at);
    running(x, seen, at);
    show("all", x);
    show("seen", seen);
  }
  std::vector<int> at(n);
  random.fillBelow(at, 20);
  by_places(x, at, 7, n);
  show("places", x);
  for (const int pitch : {100, 20, 0, 1}) {
    rows(l, 3, 2, pitch, 60);
    rows(l, 2, 3, pitch, 60);
    rows(l, 2, 2, pitch, 60);
    show("rows", l);
  }
}
