// A sparse matrix in compressed rows times a vector: the 27-point operator of a cube of n * n * n unknowns.
#include "spmv.h"

[[clustrix::cluster]]
void multiply(const Matrix& m, const std::vector<double>& x, std::vector<double>& y, int rows) {
  for (int i = 0; i < rows; ++i) {
    double sum = 0;
    for (int k = m.start[i]; k < m.start[i + 1]; ++k) sum += m.value[k] * x[m.column[k]];
    y[i] = sum;
  }
}

int main(int argc, char** argv) {
  const int n = static_cast<int>(argument(argc, argv, 1, 20));
  const long repeats = argument(argc, argv, 2, 1);
  const int rows = n * n * n;
  const Matrix m = cube(n);
  std::vector<double> x(rows), y(rows);
  for (int i = 0; i < rows; ++i) x[i] = noise(i);
  for ([[maybe_unused]] long r : Repeats(repeats)) multiply(m, x, y, rows);
  show("y", y.data(), rows);
}
