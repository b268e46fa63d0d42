// Gravity between all pairs of bodies, softened so that near ones do not fly apart.
#include "natural.h"

#include <cmath>
#include <vector>

struct Bodies {
  std::vector<double> x, y, z, mass;
};

[[clustrix::cluster]]
void accelerate(const Bodies& bodies, std::vector<double>& ax, std::vector<double>& ay, std::vector<double>& az,
                int n) {
  const double softening = 1e-3;
  for (int i = 0; i < n; ++i) {
    double sumX = 0, sumY = 0, sumZ = 0;
    for (int j = 0; j < n; ++j) {
      const double dx = bodies.x[j] - bodies.x[i];
      const double dy = bodies.y[j] - bodies.y[i];
      const double dz = bodies.z[j] - bodies.z[i];
      const double inverse = 1 / std::sqrt(dx * dx + dy * dy + dz * dz + softening);
      const double force = bodies.mass[j] * inverse * inverse * inverse;
      sumX += force * dx;
      sumY += force * dy;
      sumZ += force * dz;
    }
    ax[i] = sumX;
    ay[i] = sumY;
    az[i] = sumZ;
  }
}

int main(int argc, char** argv) {
  const int n = argument(argc, argv, 1, 2048);
  const long repeats = argument(argc, argv, 2, 1);
  Bodies bodies;
  for (int i = 0; i < n; ++i) {
    bodies.x.push_back(noise(4 * i));
    bodies.y.push_back(noise(4 * i + 1));
    bodies.z.push_back(noise(4 * i + 2));
    bodies.mass.push_back(noise(4 * i + 3));
  }
  std::vector<double> ax(n), ay(n), az(n);
  for ([[maybe_unused]] long r : Repeats(repeats)) accelerate(bodies, ax, ay, az, n);
  show("ax", ax.data(), n);
  show("ay", ay.data(), n);
  show("az", az.data(), n);
}
