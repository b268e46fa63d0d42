// y = y + a x.
#include "natural.h"

#include <vector>

[[clustrix::cluster]]
void saxpy(double a, const std::vector<double>& x, std::vector<double>& y) {
  for (std::size_t i = 0; i < y.size(); ++i) y[i] += a * x[i];
}

int main(int argc, char** argv) {
  const long n = argument(argc, argv, 1, 1000000);
  const long repeats = argument(argc, argv, 2, 1);
  std::vector<double> x(n), y(n);
  for (long i = 0; i < n; ++i) {
    x[i] = noise(i);
    y[i] = noise(n + i);
  }
  for ([[maybe_unused]] long r : Repeats(repeats)) saxpy(0.5, x, y);
  show("y", y.data(), n);
}
