// Sums into elements of which some other iteration sees the value on the way.
#include "show.h"

[[clustrix::cluster]]
void last_reads_the_sum(double* x, const double* w, int i) {
  for (int k = 0; k <= i; ++k)  // want: serial
    x[i] += w[k] * x[k];
}

[[clustrix::cluster]]
void sum_seen(double* x, double* out, const double* w, int n) {
  for (int k = 1; k < n; ++k) {  // want: serial
    x[0] += w[k];
    out[k] = x[0];
    x[k] = 0;
  }
}

[[clustrix::cluster]]
void sum_tested(double* x, const double* w, int n) {
  for (int k = 1; k < n; ++k) {  // want: serial
    if (x[0] < 10) x[0] += w[k];
    x[k] *= 0.5;
  }
}

[[clustrix::cluster]]
void sum_restarted(double* x, const double* w, int n) {
  for (int k = 1; k < n; ++k) {  // want: serial
    x[0] += w[k];
    if (k == 5) x[0] = 1;
    x[k] *= 0.5;
  }
}

[[clustrix::cluster]]
void sum_and_product(double* x, const double* w, int n) {
  for (int k = 0; k < n; ++k)       // want: serial
    for (int j = 0; j < 4; ++j) {   // may: parallel
      x[j] += w[k];
      x[j + 3] *= w[k];
    }
}

[[clustrix::cluster]]
void neighbours(double* x, int n) {
  for (int k = 0; k < n - 1; ++k)  // want: serial
    x[k + 1] += 0.5 * x[k];
}

[[clustrix::cluster]]
void row_reads_itself(double (*c)[24], const double* w, int row, int rows) {
  for (int k = 0; k < rows; ++k)   // want: serial
    for (int j = 0; j < 24; ++j)  // want: parallel
      c[row][j] += w[k] * c[k][j];
}

int main() {
  Random random(12);
  for (const int n : {60, 5, 1}) {
    std::vector<double> x(n + 8), w(n + 8), out(n + 8);
    for (double& value : x) value = random.coarse() - 0.5;
    for (double& value : w) value = random.coarse();
    last_reads_the_sum(x.data(), w.data(), n);
    show("last_reads_the_sum", x.data(), n + 8);
    sum_seen(x.data(), out.data(), w.data(), n);
    show("sum_seen", out.data(), n + 8);
    sum_tested(x.data(), w.data(), n);
    show("sum_tested", x.data(), n + 8);
    sum_restarted(x.data(), w.data(), n);
    show("sum_restarted", x.data(), n + 8);
    for (double& value : w) value = 0.5 + value;
    sum_and_product(x.data(), w.data(), n);
    show("sum_and_product", x.data(), n + 8);
    neighbours(x.data(), n);
    show("neighbours", x.data(), n + 8);
  }
  static double c[20][24];
  for (auto& row : c) random.fillUnit(row);
  std::vector<double> w(20, 0.25);
  row_reads_itself(c, w.data(), 7, 20);
  show("row_reads_itself", c[0], 20 * 24);
}
