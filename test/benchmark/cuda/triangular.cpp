// A lower triangular matrix times a vector.
#include "natural.h"

#include <vector>

[[clustrix::cluster]]
void multiply(const double* l, const double* x, double* y, int n) {
  for (int i = 0; i < n; ++i) {
    double sum = 0;
    for (int j = 0; j <= i; ++j) sum += l[i * n + j] * x[j];
    y[i] = sum;
  }
}

int main(int argc, char** argv) {
  const int n = static_cast<int>(argument(argc, argv, 1, 500));
  const long repeats = argument(argc, argv, 2, 1);
  std::vector<double> l(n * n), x(n), y(n);
  for (int i = 0; i < n * n; ++i) l[i] = noise(i);
  for (int i = 0; i < n; ++i) x[i] = noise(n * n + i);
  for ([[maybe_unused]] long r : Repeats(repeats)) multiply(l.data(), x.data(), y.data(), n);
  show("y", y.data(), n);
}
