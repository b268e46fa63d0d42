// Functions of one loop each, called again and again on arrays that a `clustrix::resident` keeps on the devices.
//
//     kept STEPS       prints `right`, or what is wrong; kept.py asks the runtime's summary what has moved
#include <clustrix/resident.h>

#include <cstdio>
#include <cstdlib>
#include <utility>
#include <vector>

[[clustrix::cluster]] void step(const double* from, double* to, int n) {
  for (int i = 1; i < n - 1; ++i) to[i] = 0.25 * from[i - 1] + 0.5 * from[i] + 0.25 * from[i + 1];
}

[[clustrix::cluster]] double highest(const double* a, int n) {
  double most = -1;
  for (int i = 0; i < n; ++i)
    if (a[i] > most) most = a[i];
  return most;
}

// Its own text looks at an element: that comes home by itself.
[[clustrix::cluster]] double cooled(double* a, int n) {
  for (int i = 0; i < n; ++i) a[i] *= 0.5;
  return a[n / 2];
}

void stepPlainly(const double* from, double* to, int n) {
  for (int i = 1; i < n - 1; ++i) to[i] = 0.25 * from[i - 1] + 0.5 * from[i] + 0.25 * from[i + 1];
}

int main(int, char** argv) {
  const int n = 4000, steps = std::atoi(argv[1]);
  std::vector<double> u(n), v(n);
  for (int i = 0; i < n; ++i) u[i] = v[i] = i * i % 64;
  std::vector<double> plainU = u, plainV = v;
  double seen = 0, most = 0;
  {
    clustrix::resident a(u.data(), n), b(v.data(), n);
    for (int t = 0; t < steps; ++t) {
      step(u.data(), v.data(), n);
      std::swap(u, v);
    }
    most = highest(u.data(), n);
    seen = cooled(u.data(), n);
  }
  for (int t = 0; t < steps; ++t) {
    stepPlainly(plainU.data(), plainV.data(), n);
    std::swap(plainU, plainV);
  }
  double plainMost = -1;
  for (double& x : plainU) {
    if (x > plainMost) plainMost = x;
    x *= 0.5;
  }
  const bool right = u == plainU && v == plainV && most == plainMost && seen == plainU[n / 2];
  std::printf(right ? "right\n" : "wrong\n");
  return right ? 0 : 1;
}
