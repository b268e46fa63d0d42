// How many rounds the points of the plane stay in the Mandelbrot set's circle.
#include "natural.h"

#include <vector>

[[clustrix::cluster]]
void mandelbrot(std::vector<int>& rounds, int width, int height, int limit) {
  for (int row = 0; row < height; ++row)
    for (int column = 0; column < width; ++column) {
      const double cx = -2.0 + 3.0 * column / width;
      const double cy = -1.5 + 3.0 * row / height;
      double x = 0, y = 0;
      int round = 0;
      while (round < limit && x * x + y * y <= 4.0) {
        const double next = x * x - y * y + cx;
        y = 2.0 * x * y + cy;
        x = next;
        ++round;
      }
      rounds[row * width + column] = round;
    }
}

int main(int argc, char** argv) {
  const int width = argument(argc, argv, 1, 512);
  const int height = argument(argc, argv, 2, 512);
  const int limit = argument(argc, argv, 3, 100);
  const long repeats = argument(argc, argv, 4, 1);
  std::vector<int> rounds(width * height);
  for ([[maybe_unused]] long r : Repeats(repeats)) mandelbrot(rounds, width, height, limit);
  show("rounds", rounds.data(), width * height);
}
