// y = A^T x, row by row: each row is added to the result, as rows lie in memory.
#include "natural.h"

#include <vector>

[[clustrix::cluster]]
void multiply(const std::vector<double>& a, const std::vector<double>& x, std::vector<double>& y, int rows,
              int columns) {
  for (int j = 0; j < columns; ++j) y[j] = 0;
  for (int i = 0; i < rows; ++i)
    for (int j = 0; j < columns; ++j) y[j] += a[i * columns + j] * x[i];
}

int main(int argc, char** argv) {
  const int rows = argument(argc, argv, 1, 1000);
  const int columns = argument(argc, argv, 2, 1000);
  const long repeats = argument(argc, argv, 3, 1);
  std::vector<double> a(rows * columns), x(rows), y(columns);
  for (int i = 0; i < rows * columns; ++i) a[i] = noise(i);
  for (int i = 0; i < rows; ++i) x[i] = noise(i + 1000000);
  for ([[maybe_unused]] long r : Repeats(repeats)) multiply(a, x, y, rows, columns);
  show("y", y.data(), columns);
}
