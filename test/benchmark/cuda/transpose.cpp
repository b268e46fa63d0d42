// The transpose of a square matrix.
#include "natural.h"

#include <vector>

[[clustrix::cluster]]
void transpose(const std::vector<double>& a, std::vector<double>& b, int n) {
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j) b[j * n + i] = a[i * n + j];
}

int main(int argc, char** argv) {
  const int n = argument(argc, argv, 1, 1000);
  const long repeats = argument(argc, argv, 2, 1);
  std::vector<double> a(n * n), b(n * n);
  for (int i = 0; i < n * n; ++i) a[i] = noise(i);
  for ([[maybe_unused]] long r : Repeats(repeats)) transpose(a, b, n);
  show("b", b.data(), n * n);
}
