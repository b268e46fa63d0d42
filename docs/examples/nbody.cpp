// Bodies that attract each other: every body against every other, many flops for few bytes.
//
//     nbody
//
// What Clustrix finds: the steps are serial, the bodies of a step are independent (each sums into its own scalars),
// and the energy is a sum over all of them, combined in a fixed order, so that the number of devices does not show.
#include <chrono>
#include <cmath>
#include <cstdio>
#include <vector>

struct Bodies {
  std::vector<double> x, y, z, vx, vy, vz, mass;
};

[[clustrix::cluster]]
void accelerate(const double* x, const double* y, const double* z, const double* mass, double* vx, double* vy,
                double* vz, int n, double dt) {
  for (int i = 0; i < n; ++i) {
    double ax = 0, ay = 0, az = 0;
    for (int j = 0; j < n; ++j) {
      const double dx = x[j] - x[i], dy = y[j] - y[i], dz = z[j] - z[i];
      const double d2 = dx * dx + dy * dy + dz * dz + 1e-4;
      const double force = mass[j] / (d2 * std::sqrt(d2));
      ax += force * dx;
      ay += force * dy;
      az += force * dz;
    }
    vx[i] += dt * ax;
    vy[i] += dt * ay;
    vz[i] += dt * az;
  }
}

[[clustrix::cluster]]
void move(std::vector<double>& x, const std::vector<double>& v, double dt) {
  for (std::size_t i = 0; i < x.size(); ++i) x[i] += dt * v[i];
}

[[clustrix::cluster]]
double kineticEnergy(const Bodies& b, int n) {
  const double* vx = b.vx.data();
  const double* vy = b.vy.data();
  const double* vz = b.vz.data();
  const double* mass = b.mass.data();
  double sum = 0;
  for (int i = 0; i < n; ++i) sum += 0.5 * mass[i] * (vx[i] * vx[i] + vy[i] * vy[i] + vz[i] * vz[i]);
  return sum;
}

/// Two spinning discs side by side.
Bodies start(int n) {
  Bodies b;
  unsigned long long state = 12345;
  const auto unit = [&state] {
    state = state * 6364136223846793005ULL + 1442695040888963407ULL;
    return static_cast<double>(state >> 40) / 16777216.0;
  };
  for (int i = 0; i < n; ++i) {
    const double radius = std::sqrt(unit()), angle = 6.283185307179586 * unit(), side = i % 2 == 0 ? -1.5 : 1.5;
    b.x.push_back(side + radius * std::cos(angle));
    b.y.push_back(radius * std::sin(angle));
    b.z.push_back(0.1 * (unit() - 0.5));
    b.vx.push_back(-std::sin(angle) * radius * 0.6);
    b.vy.push_back(std::cos(angle) * radius * 0.6);
    b.vz.push_back(0);
    b.mass.push_back(1.0 / n);
  }
  return b;
}

int main() {
  const int n = 6000, steps = 10;
  const double dt = 0.01;
  Bodies b = start(n);
  const auto begin = std::chrono::steady_clock::now();
  for (int t = 0; t < steps; ++t) {
    accelerate(b.x.data(), b.y.data(), b.z.data(), b.mass.data(), b.vx.data(), b.vy.data(), b.vz.data(), n, dt);
    move(b.x, b.vx, dt);
    move(b.y, b.vy, dt);
    move(b.z, b.vz, dt);
  }
  const double energy = kineticEnergy(b, n);
  const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - begin;
  std::printf("workload %d bodies, %d steps\n", n, steps);
  std::printf("energy %#.12g\n", energy);
  for (const int i : {0, n / 2, n - 1}) {
    const auto at = static_cast<std::size_t>(i);
    std::printf("body%d.x %#.12g\nbody%d.y %#.12g\nbody%d.z %#.12g\n", i, b.x[at], i, b.y[at], i, b.z[at]);
  }
  std::printf("seconds %#.4g\n", seconds.count());
  return 0;
}
