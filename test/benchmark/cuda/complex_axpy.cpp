// y += a * x of complex vectors.
#include "natural.h"

#include <complex>
#include <vector>

[[clustrix::cluster]]
void add(std::complex<double> a, const std::complex<double>* x, std::complex<double>* y, int n) {
  for (int i = 0; i < n; ++i) y[i] += a * x[i];
}

int main(int argc, char** argv) {
  const int n = static_cast<int>(argument(argc, argv, 1, 100000));
  const long repeats = argument(argc, argv, 2, 1);
  std::vector<std::complex<double>> x(n), y(n);
  for (int i = 0; i < n; ++i) {
    x[i] = {noise(4UL * i), noise(4UL * i + 1)};
    y[i] = {noise(4UL * i + 2), noise(4UL * i + 3)};
  }
  for ([[maybe_unused]] long r : Repeats(repeats)) add({0.3, -0.7}, x.data(), y.data(), n);
  show("y", reinterpret_cast<const double*>(y.data()), 2L * n);
}
