// Heat spreading over a plate: a time loop around a five-point stencil, two buffers that swap roles.
//
//     heat [PICTURE.png]
//
// What Clustrix finds: the time loop is serial (each step needs the one before), the rows of a step are independent.
// Devices keep their rows from step to step and exchange one row at each border.
#include "picture.h"

#include <chrono>
#include <cmath>
#include <cstdio>
#include <utility>
#include <vector>

[[clustrix::cluster]]
void diffuse(double* plate, double* next, int rows, int columns, int steps) {
  for (int t = 0; t < steps; ++t) {
    for (int r = 1; r < rows - 1; ++r)
      for (int c = 1; c < columns - 1; ++c) {
        const int at = r * columns + c;
        next[at] = plate[at] + 0.2 * (plate[at - columns] + plate[at + columns] + plate[at - 1] + plate[at + 1] -
                                      4 * plate[at]);
      }
    std::swap(plate, next);
  }
}

struct Summary {
  double total = 0, hottest = 0;
};

[[clustrix::cluster]]
Summary measure(const std::vector<double>& plate) {
  double total = 0, hottest = 0;
  for (std::size_t i = 0; i < plate.size(); ++i) {
    total += plate[i];
    hottest = std::fmax(hottest, plate[i]);
  }
  return {total, hottest};
}

/// A hot rim on the left, and three hot discs.
std::vector<double> start(int rows, int columns) {
  std::vector<double> plate(static_cast<std::size_t>(rows) * static_cast<std::size_t>(columns));
  const double discs[3][3] = {{0.3, 0.35, 0.12}, {0.7, 0.5, 0.2}, {0.35, 0.8, 0.08}};
  for (int r = 0; r < rows; ++r)
    for (int c = 0; c < columns; ++c) {
      double value = c == 0 ? 1.0 : 0.0;
      for (const auto& disc : discs)
        if (std::hypot(static_cast<double>(r) / rows - disc[0], static_cast<double>(c) / columns - disc[1]) < disc[2])
          value = 1.0;
      plate[static_cast<std::size_t>(r) * static_cast<std::size_t>(columns) + static_cast<std::size_t>(c)] = value;
    }
  return plate;
}

int main(int argc, char** argv) {
  const int rows = 640, columns = 640, steps = 500;  // even: the result is in the first buffer
  std::vector<double> plate = start(rows, columns), next = plate;
  const auto begin = std::chrono::steady_clock::now();
  diffuse(plate.data(), next.data(), rows, columns, steps);
  const Summary summary = measure(plate);
  const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - begin;
  std::printf("workload %d x %d cells, %d steps\n", rows, columns, steps);
  std::printf("total %#.12g\nhottest %#.12g\n", summary.total, summary.hottest);
  for (int k = 1; k < 4; ++k)
    std::printf("row%d %#.12g\n", k, plate[static_cast<std::size_t>(columns * (rows / 4 * k) + columns / 2)]);
  std::printf("seconds %#.4g\n", seconds.count());
  if (argc < 2) return 0;
  std::vector<picture::Pixel> pixels;
  for (const double value : plate) pixels.push_back(picture::heatColour(value));
  return picture::write(argv[1], pixels, columns, rows) ? 0 : 1;
}
