#include <heat.h>

#include "near.h"

const char* title() { return SAMPLE_TITLE; }

[[clustrix::cluster]]
double heat(std::vector<double>& now, std::vector<double>& next, int width, int height) {
  const double* from = now.data();
  double* to = next.data();
  for (int step = 0; step < SAMPLE_STEPS; ++step) {
    for (int y = 1; y < height - 1; ++y)
      for (int x = 1; x < width - 1; ++x)
        to[y * width + x] = relaxed(from[y * width + x], from[(y - 1) * width + x] + from[(y + 1) * width + x] +
                                                             from[y * width + x - 1] + from[y * width + x + 1]);
  }
  double sum = 0;
  for (int i = 0; i < width * height; ++i) sum += to[i];
  return sum;
}
