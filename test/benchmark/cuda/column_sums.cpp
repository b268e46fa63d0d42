// The sum of each column of a matrix that lies row by row.
#include "natural.h"

#include <vector>

[[clustrix::cluster]]
void columnSums(const std::vector<double>& a, std::vector<double>& out, int rows, int columns) {
  for (int j = 0; j < columns; ++j) {
    double sum = 0;
    for (int i = 0; i < rows; ++i) sum += a[i * columns + j];
    out[j] = sum;
  }
}

int main(int argc, char** argv) {
  const int rows = argument(argc, argv, 1, 1000);
  const int columns = argument(argc, argv, 2, 1000);
  const long repeats = argument(argc, argv, 3, 1);
  std::vector<double> a(rows * columns), out(columns);
  for (int i = 0; i < rows * columns; ++i) a[i] = noise(i);
  for ([[maybe_unused]] long r : Repeats(repeats)) columnSums(a, out, rows, columns);
  show("out", out.data(), columns);
}
