// y = A x: a sum along each row of a matrix.
#include "natural.h"

#include <vector>

[[clustrix::cluster]]
void multiply(const std::vector<double>& a, const std::vector<double>& x, std::vector<double>& y, int rows,
              int columns) {
  for (int i = 0; i < rows; ++i) {
    double sum = 0;
    for (int j = 0; j < columns; ++j) sum += a[i * columns + j] * x[j];
    y[i] = sum;
  }
}

int main(int argc, char** argv) {
  const int rows = argument(argc, argv, 1, 1000);
  const int columns = argument(argc, argv, 2, 1000);
  const long repeats = argument(argc, argv, 3, 1);
  std::vector<double> a(rows * columns), x(columns), y(rows);
  for (int i = 0; i < rows * columns; ++i) a[i] = noise(i);
  for (int j = 0; j < columns; ++j) x[j] = noise(j + 1000000);
  for ([[maybe_unused]] long r : Repeats(repeats)) multiply(a, x, y, rows, columns);
  show("y", y.data(), rows);
}
