// Heat that spreads over a plate: explicit steps in time, each from one array to another.
#include "natural.h"

#include <utility>
#include <vector>

[[clustrix::cluster]]
void spread(std::vector<double>& now, std::vector<double>& next, int n, int steps) {
  for (int step = 0; step < steps; ++step) {
    for (int i = 1; i < n - 1; ++i)
      for (int j = 1; j < n - 1; ++j)
        next[i * n + j] = now[i * n + j] + 0.1 * (now[(i - 1) * n + j] + now[(i + 1) * n + j] + now[i * n + j - 1] +
                                                  now[i * n + j + 1] - 4 * now[i * n + j]);
    std::swap(now, next);
  }
}

int main(int argc, char** argv) {
  const int n = argument(argc, argv, 1, 512);
  const int steps = argument(argc, argv, 2, 5);
  const long repeats = argument(argc, argv, 3, 1);
  std::vector<double> now(n * n);
  for (int i = 0; i < n * n; ++i) now[i] = noise(i);
  std::vector<double> next = now;
  for ([[maybe_unused]] long r : Repeats(repeats)) spread(now, next, n, steps);
  show("heat", now.data(), n * n);
}
