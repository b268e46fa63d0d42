#include "grid.h"

[[clustrix::cluster]] double total(const std::vector<double>& values) {
  double sum = 0;
  for (const double value : values) sum += value;
  return sum;
}
