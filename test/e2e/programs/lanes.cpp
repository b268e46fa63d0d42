// Iterations whose loops several threads of a GPU may share: sums in the order of the source, to the bit, and all that
// must not be shared. Sums are shown as the bits of their numbers.
#include "bits.h"

#include <vector>

[[clustrix::cluster]]
void row_sums(const double* a, const double* x, double* y, int rows, int columns) {
  for (int i = 0; i < rows; ++i) {  // want: parallel
    double sum = 0;
    for (int j = 0; j < columns; ++j) sum += a[i * columns + j] * x[j];  // want: parallel
    y[i] = sum;
  }
}

[[clustrix::cluster]]
void column_sums(const double* a, double* y, int rows, int columns) {
  for (int j = 0; j < columns; ++j) {  // want: parallel
    double sum = -0.0;
    for (int i = 0; i < rows; ++i) sum += a[i * columns + j];  // want: parallel
    y[j] = sum;
  }
}

[[clustrix::cluster]]
void several(const float* a, float* mean, double* product, long* positive, int rows, int columns) {
  for (int i = 0; i < rows; ++i) {  // want: parallel
    float total = 1.5f;
    double all = 1;
    long count = i;
    for (int j = columns - 1; j >= 0; --j) {  // want: parallel
      const float one = a[i * columns + j];
      total -= one;
      all *= 1 + one * 0.01;
      if (one > 0.5f) count += j;
    }
    mean[i] = total / columns;
    product[i] = all;
    positive[i] = count;
  }
}

[[clustrix::cluster]]
void triangle(const double* l, const double* x, double* y, int n) {
  for (int i = 0; i < n; ++i) {  // want: parallel
    double sum = 0;
    for (int j = 0; j <= i; j += 2) sum += l[i * n + j] * x[j];  // want: parallel
    y[i] += sum;
  }
}

// The second loop reads what the first has written, by other lanes.
[[clustrix::cluster]]
void normalised(const double* in, double* out, int rows, int columns) {
  for (int i = 0; i < rows; ++i) {  // want: parallel
    double sum = 0;
    for (int j = 0; j < columns; ++j) {  // want: parallel
      out[i * columns + j] = in[i * columns + j] * 2 + j;
      sum += out[i * columns + j];
    }
    for (int j = 0; j < columns; ++j) out[i * columns + j] += out[i * columns + j] / sum;  // want: parallel
    out[i * columns] = sum;
    for (int j = 1; j < columns; ++j) out[i * columns + j] -= out[i * columns];  // want: parallel
  }
}

[[clustrix::cluster]]
void skipped_rows(const double* a, double* y, int rows, int columns) {
  for (int i = 0; i < rows; ++i) {  // want: parallel
    if (i % 3 == 1) continue;
    double sum = a[i];
    if (i % 2 == 0) {
      for (int j = 0; j < columns; ++j) sum += a[i * columns + j];  // want: parallel
    }
    y[i] = sum;
  }
}

// What must stay with one thread: a row of the iteration's own, values that are handed on, a value that is seen.
[[clustrix::cluster]]
void own_row(const double* a, double* y, int rows) {
  for (int i = 0; i < rows; ++i) {  // want: parallel
    double row[40];
    for (int j = 0; j < 40; ++j) row[j] = a[i * 40 + 39 - j] + j;
    double sum = 0;
    for (int j = 0; j < 40; ++j) sum += row[j] * row[39 - j];
    y[i] = sum;
  }
}

[[clustrix::cluster]]
void running(const double* a, double* out, int rows, int columns) {
  for (int i = 0; i < rows; ++i) {  // want: parallel
    double sum = 0;
    for (int j = 0; j < columns; ++j) {
      sum += a[i * columns + j];
      out[i * columns + j] = sum;
    }
    out[i * columns] = sum;
  }
}

[[clustrix::cluster]]
void narrowed(const double* a, float* y, int rows, int columns) {
  for (int i = 0; i < rows; ++i) {  // want: parallel
    float sum = 0;
    for (int j = 0; j < columns; ++j) sum += a[i * columns + j];  // want: parallel
    y[i] = sum;
  }
}

[[clustrix::cluster]]
void counted(const int* a, int* y, int rows, int columns) {
  for (int i = 0; i < rows; ++i) {  // want: parallel
    int written = 0, sum = 0;
    for (int j = 0; j < columns; ++j) sum += a[i * columns + j] % 7;  // want: parallel
    y[i * 2 + written++] = sum;
    y[i * 2 + written++] = -sum;
  }
}

// The variable that counted is asked for behind the loop.
[[clustrix::cluster]]
void asked_behind(const double* a, double* y, int rows, int columns) {
  for (int i = 0; i < rows; ++i) {  // want: parallel
    double sum = 0;
    int j;
    for (j = 0; j < columns; ++j) sum += a[i * columns + j];
    y[i] = sum + j;
  }
}

// The head around a shared loop reads what the loop writes.
[[clustrix::cluster]]
void grown(double* a, int* rounds, int rows, int columns) {
  for (int i = 0; i < rows; ++i) {  // want: parallel
    int round = 0;
    while (a[i * columns] < 3 && round < 9) {
      for (int j = columns - 1; j >= 0; --j) a[i * columns + j] += 1;
      ++round;
    }
    rounds[i] = round;
  }
}

// A statement that writes memory and changes a variable as well: of whole numbers, in any grouping.
[[clustrix::cluster]]
long chained(const int* a, int* y, int rows, int columns) {
  long total = 0;
  for (int i = 0; i < rows; ++i) {  // want: parallel
    int sum = 0;
    for (int j = 0; j < columns; ++j) sum += a[i * columns + j];
    total += (y[i] = sum % 1000);
    for (int j = 0; j < columns; ++j) total += a[i * columns + j] % 3;
  }
  return total;
}

namespace {

std::vector<double> data(std::size_t count, unsigned seed) {
  std::vector<double> values(count);
  Random(seed).fillUnit(values);
  for (double& value : values) value -= 0.5;
  return values;
}

void sums(int rows, int columns) {
  const auto size = static_cast<std::size_t>(rows) * columns;
  const std::vector<double> a = data(size, 1), x = data(columns, 2);
  std::vector<double> y(rows), z(columns), out(size);
  row_sums(a.data(), x.data(), y.data(), rows, columns);
  bits("row_sums", y);
  column_sums(a.data(), z.data(), rows, columns);
  bits("column_sums", z);
  std::vector<float> narrow(a.begin(), a.end()), mean(rows);
  std::vector<double> product(rows);
  std::vector<long> positive(rows);
  several(narrow.data(), mean.data(), product.data(), positive.data(), rows, columns);
  bits("mean", mean);
  bits("product", product);
  show("positive", positive);
  normalised(a.data(), out.data(), rows, columns);
  bits("normalised", out);
  skipped_rows(a.data(), y.data(), rows, columns);
  bits("skipped_rows", y);
  running(a.data(), out.data(), rows, columns);
  bits("running", out);
  narrowed(a.data(), mean.data(), rows, columns);
  bits("narrowed", mean);
  std::vector<int> whole(size), twice(static_cast<std::size_t>(rows) * 2);
  Random(3).fillBelow(whole, 1000);
  counted(whole.data(), twice.data(), rows, columns);
  show("counted", twice);
  asked_behind(a.data(), y.data(), rows, columns);
  bits("asked_behind", y);
  grown(out.data(), twice.data(), rows, columns);
  bits("grown", out);
  show("rounds", twice);
  put("chained", chained(whole.data(), twice.data(), rows, columns));
}

}  // namespace

int main() {
  for (const int columns : {1, 7, 32, 33, 128, 300}) sums(13, columns);
  sums(1, 500);
  sums(700, 40);
  const int n = 90;
  const std::vector<double> l = data(n * n, 4), x = data(n, 5);
  std::vector<double> y(n), z(n * n / 40);
  triangle(l.data(), x.data(), y.data(), n);
  bits("triangle", y);
  own_row(l.data(), z.data(), n * n / 40);
  bits("own_row", z);
}
