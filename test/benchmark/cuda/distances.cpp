// The squared distance of each of m points in space to each.
#include "natural.h"

#include <vector>

[[clustrix::cluster]]
void measure(const double* point, double* distance, long m) {
  for (long i = 0; i < m; ++i)
    for (long j = 0; j < m; ++j) {
      double sum = 0;
      for (int d = 0; d < 3; ++d) {
        const double difference = point[3 * i + d] - point[3 * j + d];
        sum += difference * difference;
      }
      distance[i * m + j] = sum;
    }
}

int main(int argc, char** argv) {
  const long m = argument(argc, argv, 1, 300);
  const long repeats = argument(argc, argv, 2, 1);
  std::vector<double> point(3 * m), distance(m * m);
  for (long i = 0; i < 3 * m; ++i) point[i] = noise(i);
  for ([[maybe_unused]] long r : Repeats(repeats)) measure(point.data(), distance.data(), m);
  show("distance", distance.data(), m * m);
}
