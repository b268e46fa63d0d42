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

// Of these no loop leaves anything on the devices, and what is there comes home before their text reads it: a loop that
// is serial, one that is too short, one that is a search, and one in a function that jumps.
[[clustrix::cluster]] double walk(const double* a, int n) {
  double s = 0;
  for (int i = 0; i < n; ++i) s = s * s * 0.001 + a[i];
  return s;
}
[[clustrix::cluster]] double corners(const double* a, int n) {
  double s = 0;
  for (int c = 0; c < 8; ++c) s += a[c * (n / 8)];
  return s;
}
[[clustrix::cluster]] int firstAbove(const double* a, int n) {
  const double limit = a[n / 2];
  for (int i = 0; i < n; ++i)
    if (a[i] > limit) return i;
  return n;
}
[[clustrix::cluster]] double jumping(const double* a, int n) {
  double s = a[1];
again:
  for (int i = 0; i < n; ++i) s = s * s * 0.001 + a[i];
  if (s < 1) {
    s += a[2] + 1;
    goto again;
  }
  return s;
}

void stepPlainly(const double* from, double* to, int n) {
  for (int i = 1; i < n - 1; ++i) to[i] = 0.25 * from[i - 1] + 0.5 * from[i] + 0.25 * from[i + 1];
}

/// Whether each of them, the first to ask, sees what `step` has done.
template <class Read>
bool seesAll(const Read& read) {
  const int n = 4000;
  std::vector<double> u(n), v(n);
  for (int i = 0; i < n; ++i) u[i] = v[i] = i * i % 64;
  std::vector<double> plainU = u, plainV = v;
  stepPlainly(plainU.data(), plainV.data(), n);
  const clustrix::resident a(u.data(), n), b(v.data(), n);
  step(u.data(), v.data(), n);
  return read(v.data(), n) == read(plainV.data(), n);
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
  const bool others = seesAll(walk) && seesAll(corners) && seesAll(firstAbove) && seesAll(jumping);
  const bool right = u == plainU && v == plainV && most == plainMost && seen == plainU[n / 2] && others;
  std::printf(right ? "right\n" : "wrong\n");
  return right ? 0 : 1;
}
