// A Jacobi sweep of Laplace's equation on a grid, and the greatest change in it.
#include "natural.h"

#include <algorithm>
#include <cmath>
#include <vector>

[[clustrix::cluster]]
double sweep(const double* from, double* to, int width, int height) {
  double change = 0;
  for (int y = 1; y < height - 1; ++y)
    for (int x = 1; x < width - 1; ++x) {
      const double mean = 0.25 * (from[(y - 1) * width + x] + from[(y + 1) * width + x] + from[y * width + x - 1] +
                                  from[y * width + x + 1]);
      change = std::max(change, std::abs(mean - from[y * width + x]));
      to[y * width + x] = mean;
    }
  return change;
}

int main(int argc, char** argv) {
  const int width = static_cast<int>(argument(argc, argv, 1, 400));
  const int height = static_cast<int>(argument(argc, argv, 2, 300));
  const long repeats = argument(argc, argv, 3, 1);
  std::vector<double> from(width * height), to(width * height);
  for (int i = 0; i < width * height; ++i) from[i] = noise(i);
  double change = 0;
  for ([[maybe_unused]] long r : Repeats(repeats)) change = sweep(from.data(), to.data(), width, height);
  show("change", &change, 1);
  show("to", to.data(), width * height);
}
