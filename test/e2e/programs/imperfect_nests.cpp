// Nests with work before, between and after the inner loops.
#include "show.h"

[[clustrix::cluster]]
void row_statistics(const double* a, double* mean, double* spread, int rows, int columns) {
  for (int r = 0; r < rows; ++r) {  // want: parallel
    double sum = 0;
    for (int c = 0; c < columns; ++c)  // want: parallel
      sum += a[r * columns + c];
    const double average = sum / columns;
    double squares = 0;
    for (int c = 0; c < columns; ++c) {  // want: parallel
      const double d = a[r * columns + c] - average;
      squares += d * d;
    }
    mean[r] = average;
    spread[r] = std::sqrt(squares / columns);
  }
}

[[clustrix::cluster]]
void softmax(double* a, int rows, int columns) {
  for (int r = 0; r < rows; ++r) {  // want: parallel
    double top = a[r * columns];
    for (int c = 1; c < columns; ++c)  // want: parallel
      top = std::fmax(top, a[r * columns + c]);
    double sum = 0;
    for (int c = 0; c < columns; ++c) {  // want: parallel
      a[r * columns + c] = std::exp(a[r * columns + c] - top);
      sum += a[r * columns + c];
    }
    for (int c = 0; c < columns; ++c)  // want: parallel
      a[r * columns + c] /= sum;
  }
}

[[clustrix::cluster]]
void pad_and_fill(double* out, const double* in, int rows, int columns, double edge) {
  for (int r = 0; r < rows; ++r) {  // want: parallel
    out[r * (columns + 2)] = edge;
    for (int c = 0; c < columns; ++c)  // want: parallel
      out[r * (columns + 2) + c + 1] = in[r * columns + c];
    out[r * (columns + 2) + columns + 1] = -edge;
  }
}

int main() {
  Random random(16);
  const int rows = 151, columns = 67;
  std::vector<double> a(rows * columns), mean(rows), spread(rows), out(rows * (columns + 2));
  random.fillUnit(a);
  row_statistics(a.data(), mean.data(), spread.data(), rows, columns);
  show("mean", mean);
  show("spread", spread);
  softmax(a.data(), rows, columns);
  show("softmax", a);
  pad_and_fill(out.data(), a.data(), rows, columns, 4.5);
  show("padded", out);
}
