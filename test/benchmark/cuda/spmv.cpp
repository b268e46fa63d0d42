// A sparse matrix in compressed rows times a vector: the 27-point operator of a cube of n * n * n unknowns.
#include "natural.h"

#include <vector>

struct Matrix {
  std::vector<int> start;  // of each row in column and value, and the end of the last
  std::vector<int> column;
  std::vector<double> value;
};

[[clustrix::cluster]]
void multiply(const Matrix& m, const std::vector<double>& x, std::vector<double>& y, int rows) {
  for (int i = 0; i < rows; ++i) {
    double sum = 0;
    for (int k = m.start[i]; k < m.start[i + 1]; ++k) sum += m.value[k] * x[m.column[k]];
    y[i] = sum;
  }
}

Matrix cube(int n) {
  Matrix m;
  m.start.push_back(0);
  for (int i = 0; i < n * n * n; ++i) {
    const int x = i % n, y = i / n % n, z = i / n / n;
    for (int dz = -1; dz <= 1; ++dz)
      for (int dy = -1; dy <= 1; ++dy)
        for (int dx = -1; dx <= 1; ++dx) {
          if (x + dx < 0 || x + dx >= n || y + dy < 0 || y + dy >= n || z + dz < 0 || z + dz >= n) continue;
          m.column.push_back(i + (dz * n + dy) * n + dx);
          m.value.push_back(noise(m.value.size()) - 0.5);
        }
    m.start.push_back(static_cast<int>(m.column.size()));
  }
  return m;
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
