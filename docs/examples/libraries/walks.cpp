// Random walks, each with a stream of random numbers of its own: the same ones for any number of devices.
#include <clustrix/philox.h>

#include <cstdint>
#include <cstdio>
#include <random>
#include <vector>

/// Where walkers are after some steps of a drift and a random kick.
[[clustrix::cluster]]
void walk(std::vector<double>& position, int steps, std::uint64_t seed) {
  const int walkers = static_cast<int>(position.size());
  for (int w = 0; w < walkers; ++w) {
    clustrix::philox random(seed, static_cast<std::uint64_t>(w));
    double x = position[w];
    for (int step = 0; step < steps; ++step) x += 0.01 + 0.1 * (random.uniform() - 0.5);
    position[w] = x;
  }
}

/// Hits of random points in a circle: pi, roughly.
[[clustrix::cluster]]
long hits(long points, std::uint64_t seed) {
  long inside = 0;
  for (long p = 0; p < points; ++p) {
    clustrix::philox random(seed, static_cast<std::uint64_t>(p));
    const double x = random.uniform(), y = random.uniform();
    if (x * x + y * y < 1) ++inside;
  }
  return inside;
}

int main() {
  std::vector<double> position(5000);
  walk(position, 40, 17);
  for (int w = 0; w < 5000; w += 1000) std::printf("walker %.15f\n", position[w]);
  const long inside = hits(100000, 4);
  std::printf("inside %ld pi %.4f\n", inside, 4.0 * static_cast<double>(inside) / 100000);
  clustrix::philox random(3);
  std::printf("standard %.6f\n", std::normal_distribution<double>()(random));
}
