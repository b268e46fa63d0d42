// Packed triangles: rows of growing or shrinking length, one behind the other, in vectors and behind pointers.
#include "show.h"

[[clustrix::cluster]]
void fill_lower(std::vector<double>& x, int n) {
  for (int i = 0; i < n; ++i)     // want: parallel
    for (int j = 0; j <= i; ++j)  // want: parallel
      x[i * (i + 1) / 2 + j] = i * 0.5 + j;
}

[[clustrix::cluster]]
void fill_lower_behind_pointer(double* x, int n) {
  for (int i = 0; i < n; ++i)     // want: parallel
    for (int j = 0; j <= i; ++j)  // want: parallel
      x[i * (i + 1) / 2 + j] = i * 0.25 - j;
}

[[clustrix::cluster]]
void strictly_lower(long* x, long n) {
  for (long i = 1; i < n; ++i)    // want: parallel
    for (long j = 0; j < i; ++j)  // want: parallel
      x[i * (i - 1) / 2 + j] += 3 * i - j;
}

[[clustrix::cluster]]
void upper(double* x, int n) {
  for (int i = 0; i < n; ++i)    // want: parallel
    for (int j = i; j < n; ++j)  // want: parallel
      x[i * n - i * (i - 1) / 2 + (j - i)] = i + 0.125 * j;
}

[[clustrix::cluster]]
void strictly_upper(double* x, long n) {
  for (long i = 0; i < n; ++i)        // want: parallel
    for (long j = i + 1; j < n; ++j)  // want: parallel
      x[i * (2 * n - i - 1) / 2 + j - i - 1] = i - 0.125 * j;
}

[[clustrix::cluster]]
void times_vector(const double* x, const double* v, double* y, int n) {
  for (int i = 0; i < n; ++i) {  // want: parallel
    double sum = 0;
    for (int j = 0; j <= i; ++j) sum += x[i * (i + 1) / 2 + j] * v[j];  // want: parallel
    y[i] = sum;
  }
}

[[clustrix::cluster]]
void scale_rows(std::vector<double>& x, int n) {
  for (int i = 0; i < n; ++i) {  // want: parallel
    const int row = i * (i + 1) / 2;
    const double by = x[row + i] + 1;
    for (int j = 0; j <= i; ++j) x[row + j] /= by;  // may: parallel
  }
}

[[clustrix::cluster]]
void shells(std::vector<int>& x, int n) {
  for (int i = 0; i < n; ++i)            // want: parallel
    for (int j = 0; j < 2 * i + 1; ++j)  // want: parallel
      x[i * i + j] = 1000 * i + j;
}

// --- Traps

[[clustrix::cluster]]
void one_too_long(std::vector<double>& x, int n) {
  for (int i = 0; i < n; ++i)  // want: serial
    for (int j = 0; j <= i + 1; ++j) x[i * (i + 1) / 2 + j] = i + 0.5 * j;
}

[[clustrix::cluster]]
void reads_the_row_before(std::vector<double>& x, int n) {
  for (int i = 1; i < n; ++i)  // want: serial
    for (int j = 0; j < i; ++j) x[i * (i + 1) / 2 + j] += x[i * (i - 1) / 2 + j] * 0.5;
}

[[clustrix::cluster]]
void wrong_pitch(std::vector<double>& x, int n) {
  for (int i = 0; i < n; ++i)  // want: serial
    for (int j = 0; j <= i; ++j) x[i * (i + 1) / 4 + j] = i + 0.5 * j;
}

[[clustrix::cluster]]
void both_ways(std::vector<double>& x, int n) {
  for (int i = 0; i < n; ++i)  // want: serial
    for (int j = 0; j < n; ++j) x[i >= j ? i * (i + 1) / 2 + j : j * (j + 1) / 2 + i] = i + 0.5 * j;
}

[[clustrix::cluster]]
void rounded_two_ways(std::vector<double>& x, int n) {
  for (int i = 0; i < n; ++i)  // want: serial
    for (int j = 0; j <= i; ++j) x[(i * (i + 1) - 21) / 2 + j + 20] = i + 0.5 * j;
}

int main() {
  for (const int n : {0, 1, 2, 9, 70}) {
    const int all = n * (n + 1) / 2;
    std::vector<double> x(all + n + 40), v(n), y(n);
    fill_lower(x, n);
    show("lower", x.data(), all);
    fill_lower_behind_pointer(x.data(), n);
    show("pointer", x.data(), all);
    for (int i = 0; i < n; ++i) v[i] = 0.25 * (i % 7);
    times_vector(x.data(), v.data(), y.data(), n);
    show("times", y.data(), n);
    fill_lower(x, n);
    scale_rows(x, n);
    show("scaled", x.data(), all);
    std::vector<long> counts(all, 7);
    strictly_lower(counts.data(), n);
    show("strict", counts.data(), all);
    upper(x.data(), n);
    show("upper", x.data(), all);
    strictly_upper(x.data(), n);
    show("strictly", x.data(), all);
    std::vector<int> squares(n * n);
    shells(squares, n);
    show("shells", squares.data(), n * n);
    one_too_long(x, n);
    show("long", x.data(), all);
    reads_the_row_before(x, n);
    show("before", x.data(), all);
    wrong_pitch(x, n);
    show("pitch", x.data(), all);
    both_ways(x, n);
    show("both", x.data(), all);
    rounded_two_ways(x, n);
    show("rounded", x.data(), all);
  }
}
