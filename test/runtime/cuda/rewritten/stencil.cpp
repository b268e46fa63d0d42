// Time steps of a stencil whose arrays stay on the devices, with host code in between.
#include <utility>

#include "compare.h"

[[clustrix::cluster]] void relax(double* now, double* next, int n, int steps) {
  for (int t = 0; t < steps; ++t) {
    for (int i = 1; i < n - 1; ++i) next[i] = 0.5 * now[i] + 0.25 * (now[i - 1] + now[i + 1]);
    std::swap(now, next);
    now[0] += now[1];
  }
}

void relaxPlainly(double* now, double* next, int n, int steps) {
  for (int t = 0; t < steps; ++t) {
    for (int i = 1; i < n - 1; ++i) next[i] = 0.5 * now[i] + 0.25 * (now[i - 1] + now[i + 1]);
    std::swap(now, next);
    now[0] += now[1];
  }
}

int main() {
  std::vector<double> now(6000), next(6000, 0.0);
  for (std::size_t i = 0; i < now.size(); ++i) now[i] = static_cast<double>(i * i % 64);
  std::vector<double> plainNow = now, plainNext = next;
  relax(now.data(), next.data(), static_cast<int>(now.size()), 5);
  relaxPlainly(plainNow.data(), plainNext.data(), static_cast<int>(now.size()), 5);
  return same("now", now, plainNow) && same("next", next, plainNext) ? rightWith(now) : 1;
}
