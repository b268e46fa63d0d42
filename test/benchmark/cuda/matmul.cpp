// C = A B of square matrices.
#include "natural.h"

#include <vector>

[[clustrix::cluster]]
void multiply(const std::vector<double>& a, const std::vector<double>& b, std::vector<double>& c, int n) {
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j) {
      double sum = 0;
      for (int k = 0; k < n; ++k) sum += a[i * n + k] * b[k * n + j];
      c[i * n + j] = sum;
    }
}

int main(int argc, char** argv) {
  const int n = argument(argc, argv, 1, 256);
  const long repeats = argument(argc, argv, 2, 1);
  std::vector<double> a(n * n), b(n * n), c(n * n);
  for (int i = 0; i < n * n; ++i) {
    a[i] = noise(i);
    b[i] = noise(n * n + i);
  }
  for ([[maybe_unused]] long r : Repeats(repeats)) multiply(a, b, c, n);
  show("c", c.data(), n * n);
}
