// The Mandelbrot set: no input at all, and work that differs from pixel to pixel.
//
//     mandelbrot [PICTURE.png]
//
// What Clustrix finds: rows and columns are independent; the iteration of one point is serial and stays in the kernel.
#include "picture.h"

#include <chrono>
#include <cmath>
#include <cstdio>
#include <vector>

[[clustrix::cluster(schedule = "dynamic")]]
void escapeTimes(int* count, int rows, int columns, double left, double top, double step, int limit) {
  for (int r = 0; r < rows; ++r)
    for (int c = 0; c < columns; ++c) {
      const double x0 = left + c * step, y0 = top - r * step;
      double x = 0, y = 0;
      int k = 0;
      while (k < limit && x * x + y * y < 4) {
        const double next = x * x - y * y + x0;
        y = 2 * x * y + y0;
        x = next;
        ++k;
      }
      count[r * columns + c] = k;
    }
}

struct Counts {
  long long total = 0;
  int inside = 0;
};

[[clustrix::cluster]]
Counts summarise(const std::vector<int>& count, int limit) {
  long long total = 0;
  int inside = 0;
  for (std::size_t i = 0; i < count.size(); ++i) {
    total += count[i];
    if (count[i] == limit) ++inside;
  }
  return {total, inside};
}

int main(int argc, char** argv) {
  const int rows = 1000, columns = 1500, limit = 500;
  std::vector<int> count(static_cast<std::size_t>(rows) * columns);
  const auto begin = std::chrono::steady_clock::now();
  escapeTimes(count.data(), rows, columns, -2.2, 1.15, 3.45 / columns, limit);
  const Counts counts = summarise(count, limit);
  const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - begin;
  std::printf("workload %d x %d points, at most %d iterations\n", columns, rows, limit);
  std::printf("total %lld\ninside %d\n", counts.total, counts.inside);
  std::printf("centre %d\ncorner %d\n", count[static_cast<std::size_t>(rows / 2) * columns + columns / 2], count[0]);
  std::printf("seconds %#.4g\n", seconds.count());
  if (argc < 2) return 0;
  std::vector<picture::Pixel> pixels;
  for (const int k : count)
    pixels.push_back(k == limit ? picture::Pixel{} : picture::heatColour(std::log(1.0 + k) / std::log(1.0 + limit)));
  return picture::write(argv[1], pixels, columns, rows) ? 0 : 1;
}
