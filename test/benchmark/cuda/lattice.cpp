// A time step of a lattice-Boltzmann fluid in the plane (D2Q9, single relaxation time), periodic on all sides.
// The nine populations are arrays of their own, one behind the other.
#include "natural.h"

#include <utility>
#include <vector>

constexpr int stepX[9] = {0, 1, 0, -1, 0, 1, -1, -1, 1};
constexpr int stepY[9] = {0, 0, 1, 0, -1, 1, 1, -1, -1};
constexpr double weight[9] = {4.0 / 9, 1.0 / 9, 1.0 / 9, 1.0 / 9, 1.0 / 9, 1.0 / 36, 1.0 / 36, 1.0 / 36, 1.0 / 36};

[[clustrix::cluster]]
void step(const std::vector<double>& from, std::vector<double>& to, int width, int height, double omega) {
  for (int y = 0; y < height; ++y)
    for (int x = 0; x < width; ++x) {
      double f[9], density = 0, flowX = 0, flowY = 0;
      for (int q = 0; q < 9; ++q) {
        const int fromX = (x - stepX[q] + width) % width;
        const int fromY = (y - stepY[q] + height) % height;
        f[q] = from[(q * height + fromY) * width + fromX];
        density += f[q];
        flowX += f[q] * stepX[q];
        flowY += f[q] * stepY[q];
      }
      flowX /= density;
      flowY /= density;
      for (int q = 0; q < 9; ++q) {
        const double along = 3 * (stepX[q] * flowX + stepY[q] * flowY);
        const double rest =
            weight[q] * density * (1 + along + 0.5 * along * along - 1.5 * (flowX * flowX + flowY * flowY));
        to[(q * height + y) * width + x] = f[q] + omega * (rest - f[q]);
      }
    }
}

int main(int argc, char** argv) {
  const int width = static_cast<int>(argument(argc, argv, 1, 96));
  const int height = static_cast<int>(argument(argc, argv, 2, 64));
  const long repeats = argument(argc, argv, 3, 1);
  const int cells = width * height;
  std::vector<double> from(9 * cells), to(9 * cells);
  for (int q = 0; q < 9; ++q)
    for (int i = 0; i < cells; ++i) from[q * cells + i] = weight[q] * (1 + 0.1 * noise(q * cells + i));
  for ([[maybe_unused]] long r : Repeats(repeats)) {
    step(from, to, width, height, 0.6);
    std::swap(from, to);
  }
  show("populations", from.data(), 9L * cells);
}
