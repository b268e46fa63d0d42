// A library model says of `weigh` what holds for light weights alone. With an argument there are heavy ones.
#include <cstdio>
#include <vector>

#include "weigh.h"

[[clustrix::cluster]] void weighAll(double* weights, const double* each, int n) {
  for (int i = 0; i < n; ++i) weigh(weights, i, each[i]);
}

[[clustrix::cluster]] double sum(const double* weights, int n) {
  double all = 0;
#pragma omp parallel for reduction(+ : all)
  for (int i = 0; i < n; ++i) all += weights[i];
  return all;
}

#ifdef _OPENMP
const char* const how = "with";
#else
const char* const how = "without";
#endif

int main(int count, char**) {
  const std::vector<double> each(100, count > 1 ? 2 : 0.5);
  std::vector<double> weights(100);
  weighAll(weights.data(), each.data(), 100);
  std::printf("%g %s OpenMP\n", sum(weights.data(), 100), how);
}
