// The inner product of two vectors.
#include "natural.h"

#include <vector>

[[clustrix::cluster]]
double dot(const std::vector<double>& x, const std::vector<double>& y) {
  double sum = 0;
  for (std::size_t i = 0; i < x.size(); ++i) sum += x[i] * y[i];
  return sum;
}

int main(int argc, char** argv) {
  const long n = argument(argc, argv, 1, 1000000);
  const long repeats = argument(argc, argv, 2, 1);
  std::vector<double> x(n), y(n);
  for (long i = 0; i < n; ++i) {
    x[i] = noise(i);
    y[i] = noise(n + i);
  }
  double product = 0;
  for ([[maybe_unused]] long r : Repeats(repeats)) product = dot(x, y);
  show("dot", &product, 1);
}
