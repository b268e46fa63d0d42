// Offsets and strides from outside, constants that flow into subscripts, subscripts that are no affine expressions.
#include "trial.h"

[[clustrix::cluster]]
void offset_behind(double* a, const double* b, int m) {
  // Reads m elements behind the ones that are written: the ranges only touch.
  for (int i = 0; i < m; ++i)  // want: parallel
    a[i + m] = a[i] + b[i];
}

[[clustrix::cluster]]
void offset_unknown(double* a, const double* b, int n, int m) {
  // Free when m is zero or no smaller than n.
  for (int i = 0; i < n; ++i)  // want: parallel
    a[i] = a[i + m] + b[i];
}

[[clustrix::cluster]]
void half_offset(double* a, const double* b, int n) {
  // The offset is n / 2, the loop ends there.
  const int k = n / 2;
  for (int i = 0; i < n / 2; ++i)  // want: parallel
    a[i + k] = a[i] + b[i];
}

// idle: offset_of_one
[[clustrix::cluster]]
void offset_of_one(double* a, const double* b, int n) {
  // The offset is a variable that holds one.
  int m = 1;
  for (int i = 0; i < n; ++i)  // want: serial
    a[i + 1] = 0.5 * a[i + 1 - m] + b[i];
}

[[clustrix::cluster]]
void offset_of_zero(double* a, const double* b, int n) {
  // 2 * 1 - 2 is nothing.
  int k1 = 1, k2 = 2;
  const int k = 2 * k1 - k2;
  for (int i = 0; i < n; ++i)  // want: parallel
    a[i] = a[i + k] + b[i];
}

[[clustrix::cluster]]
void constant_by_branch(double* a, const double* b, int n, bool far) {
  // Either offset is beyond the loop's end.
  const int k = far ? 2000 : 1500;
  for (int i = 0; i < 1500; ++i)  // want: parallel
    a[i] = a[i + k] + b[i] * n;
}

[[clustrix::cluster]]
void strided_update(double* a, const double* b, int n, int stride) {
  // Zero is the only bad stride.
  for (int i = 0; i < n; ++i)  // want: parallel
    a[i * stride] += b[i];
}

[[clustrix::cluster]]
void run_time_step(double* a, const double* b, int n, int first, int step) {
  // First iteration and step from outside.
  for (int i = first; i < n; i += step)  // want: parallel
    a[i] += b[i];
}

[[clustrix::cluster]]
void step_is_distance(double* a, const double* b, int n, int step) {
  // Each iteration reads what the next one overwrites, whatever the step.
  for (int i = 0; i < n - step; i += step)  // want: serial
    a[i] = a[i + step] + b[i];
}

[[clustrix::cluster]]
void block_of_a_row(double* a, const double* b, int first, int last, int shift) {
  // Bounds and offset from outside.
  for (int i = first; i < last; ++i)  // want: parallel
    a[i] = b[i - shift];
}

[[clustrix::cluster]]
void linearised(double* m, const double* x, int rows, int columns) {
  // i * columns + j, the commonest matrix.
  for (int i = 0; i < rows; ++i)       // want: parallel
    for (int j = 0; j < columns; ++j)  // want: parallel
      m[i * columns + j] = x[i] - x[j + rows];
}

[[clustrix::cluster]]
void submatrix(double* m, int lead, int rows, int columns) {
  // The leading dimension has to be at least the columns.
  for (int i = 0; i < rows; ++i)       // want: parallel
    for (int j = 0; j < columns; ++j)  // want: parallel
      m[i * lead + j] += 1.0;
}

[[clustrix::cluster]]
void squares_only(double* a, const double* b) {
  // i * i is strictly increasing.
  for (int i = 0; i < 60; ++i)  // may: parallel
    a[i * i] = b[i];
}

[[clustrix::cluster]]
void squares_and_back(double* a) {
  // i * i of one iteration is j * j of none other, but 2i of some.
  for (int i = 1; i < 60; ++i)  // want: serial
    a[i * i] = a[2 * i] + 1.0;
}

[[clustrix::cluster]]
void read_halved(double* a, const double* b, int n) {
  // Each element of b is read twice.
  for (int i = 0; i < n; ++i)  // want: parallel
    a[i] = b[i / 2];
}

[[clustrix::cluster]]
void written_halved(double* a, const double* b, int n) {
  // Each element of a is written twice: the later one counts.
  for (int i = 0; i < n; ++i)  // want: serial
    a[i / 2] = b[i];
}

[[clustrix::cluster]]
void added_halved(int* a, const int* b, int n) {
  // Each element of a takes two addends.
  for (int i = 0; i < n; ++i)  // want: parallel
    a[i / 2] += b[i];
}

[[clustrix::cluster]]
void cyclic_read(double* a, const double* b, int n) {
  // i modulo a constant.
  for (int i = 0; i < n; ++i)  // want: parallel
    a[i] *= b[i % 16];
}

[[clustrix::cluster]]
void cyclic_write(double* a, const double* b, int n) {
  // Every sixteenth iteration writes the same element.
  for (int i = 0; i < n; ++i)  // want: serial
    a[i % 16] = b[i] - 0.5 * a[i % 16];
}

[[clustrix::cluster]]
void rotated(std::vector<double>& a, const std::vector<double>& b, int shift) {
  // (i + shift) modulo the length.
  const int n = static_cast<int>(b.size());
  for (int i = 0; i < n; ++i)  // want: parallel
    a[i] = b[(i + shift) % n];
}

[[clustrix::cluster]]
void split_counter(double* m, int rows, int columns) {
  // One loop over a matrix, row and column by division.
  for (int k = 0; k < rows * columns; ++k)  // want: parallel
    m[k] += k / columns * 0.5 - k % columns;
}

int main() {
  trial("offset_behind", [](Data& x, int n) { offset_behind(x.a, x.b, n); });
  for (const int m : {0, 1, -1, 7, 1003, 1002, -1003})
    trial(("offset_unknown_" + std::to_string(m)).c_str(),
          [m](Data& x, int n) { offset_unknown(x.a + 1500, x.b, n, m); });
  trial("half_offset", [](Data& x, int n) { half_offset(x.a, x.b, n); });
  trial("offset_of_one", [](Data& x, int n) { offset_of_one(x.a, x.b, n); });
  trial("offset_of_zero", [](Data& x, int n) { offset_of_zero(x.a, x.b, n); });
  trial("constant_by_branch", [](Data& x, int n) { constant_by_branch(x.a, x.b, n, n % 2 == 0); });
  for (const int stride : {1, 0, 3, -1})
    trial(("strided_update_" + std::to_string(stride)).c_str(),
          [stride](Data& x, int n) { strided_update(x.a + (stride < 0 ? n : 0), x.b, n, stride); });
  for (const int step : {1, 4, 2000})
    trial(("run_time_step_" + std::to_string(step)).c_str(),
          [step](Data& x, int n) { run_time_step(x.a, x.b, n, 3, step); });
  for (const int step : {1, 4})
    trial(("step_is_distance_" + std::to_string(step)).c_str(),
          [step](Data& x, int n) { step_is_distance(x.a, x.b, n, step); });
  trial("block_of_a_row", [](Data& x, int n) { block_of_a_row(x.a, x.b, 2, n, 30); });
  trial("block_of_a_row_in_place", [](Data& x, int n) { block_of_a_row(x.a, x.a, 2, n, 30); });
  trial("linearised", [](Data& x, int) { linearised(x.a, x.b, 50, 40); }, {1});
  trial("submatrix", [](Data& x, int) { submatrix(x.a, 60, 50, 40); }, {1});
  trial("submatrix_overlapping", [](Data& x, int) { submatrix(x.a, 30, 50, 40); }, {1});
  trial("squares_only", [](Data& x, int) { squares_only(x.a, x.b); }, {1});
  trial("squares_and_back", [](Data& x, int) { squares_and_back(x.a); }, {1});
  trial("read_halved", [](Data& x, int n) { read_halved(x.a, x.b, n); });
  trial("written_halved", [](Data& x, int n) { written_halved(x.a, x.b, n); });
  trial("added_halved", [](Data& x, int n) { added_halved(x.v, x.w, n); });
  trial("cyclic_read", [](Data& x, int n) { cyclic_read(x.a, x.b, n); });
  trial("cyclic_write", [](Data& x, int n) { cyclic_write(x.a, x.b, n); });
  trial("rotated", [](Data& x, int n) { rotated(x.numbers[0], x.numbers[1], n); });
  trial("split_counter", [](Data& x, int) { split_counter(x.a, 50, 40); }, {1});
}
