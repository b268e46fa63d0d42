// The assignment step of k-means: for each point the centre nearest to it.
#include "natural.h"

#include <vector>

[[clustrix::cluster]]
void assign(const double* point, const double* centre, int* nearest, int points, int centres, int dimensions) {
  for (int i = 0; i < points; ++i) {
    double least = 1e300;
    for (int c = 0; c < centres; ++c) {
      double distance = 0;
      for (int d = 0; d < dimensions; ++d) {
        const double difference = point[i * dimensions + d] - centre[c * dimensions + d];
        distance += difference * difference;
      }
      if (distance < least) {
        least = distance;
        nearest[i] = c;
      }
    }
  }
}

int main(int argc, char** argv) {
  const int points = static_cast<int>(argument(argc, argv, 1, 2000));
  const int centres = static_cast<int>(argument(argc, argv, 2, 16));
  const int dimensions = static_cast<int>(argument(argc, argv, 3, 8));
  const long repeats = argument(argc, argv, 4, 1);
  std::vector<double> point(points * dimensions), centre(centres * dimensions);
  std::vector<int> nearest(points);
  for (int i = 0; i < points * dimensions; ++i) point[i] = noise(i);
  for (int i = 0; i < centres * dimensions; ++i) centre[i] = noise(points * dimensions + i);
  for ([[maybe_unused]] long r : Repeats(repeats))
    assign(point.data(), centre.data(), nearest.data(), points, centres, dimensions);
  show("nearest", nearest.data(), points);
}
