// The shape of a hydrodynamics code on hexahedra: every helper is annotated, has loops of eight iterations, and is called
// for each element.
#include "clock.h"

struct Corner {
  double x, y, z;
};

[[clustrix::cluster]]
void gather(const std::vector<Corner>& nodes, const int* corners, double* x, double* y, double* z) {
  for (int c = 0; c < 8; ++c) {
    x[c] = nodes[corners[c]].x;
    y[c] = nodes[corners[c]].y;
    z[c] = nodes[corners[c]].z;
  }
}

[[clustrix::cluster]]
double length(const double* x, const double* y, const double* z) {
  double sum = 0;
  for (int c = 0; c < 8; ++c) sum += x[c] * x[c] + y[c] * y[c] + z[c] * z[c];
  return sum;
}

[[clustrix::cluster]]
void pull(const double* x, double middle, double stiffness, double* force) {
  for (int c = 0; c < 8; ++c) force[c] = stiffness * (middle - x[c]);
}

[[clustrix::cluster]]
void scatter(std::vector<Corner>& forces, const int* corners, const double* x, const double* y, const double* z) {
  for (int c = 0; c < 8; ++c) {
    forces[corners[c]].x += x[c];
    forces[corners[c]].y += y[c];
    forces[corners[c]].z += z[c];
  }
}

int main() {
  const int side = 24, elements = side * side * side;
  std::vector<Corner> nodes((side + 1) * (side + 1) * (side + 1)), forces(nodes.size());
  std::vector<int> corners(elements * 8);
  for (std::size_t n = 0; n < nodes.size(); ++n) nodes[n] = {n % 25 * 0.5, n / 25 % 25 * 0.25, n / 625 * 0.125};
  for (int e = 0; e < elements; ++e)
    for (int c = 0; c < 8; ++c) {
      const int x = e % side + c % 2, y = e / side % side + c / 2 % 2, z = e / side / side + c / 4;
      corners[e * 8 + c] = (z * (side + 1) + y) * (side + 1) + x;
    }
  double check = 0;
  measure(5, [&] {
    for (int step = 0; step < 20; ++step)
      for (int e = 0; e < elements; ++e) {
        double x[8], y[8], z[8], fx[8], fy[8], fz[8];
        gather(nodes, &corners[e * 8], x, y, z);
        const double size = length(x, y, z);
        pull(x, x[0], 1 / size, fx);
        pull(y, y[0], 1 / size, fy);
        pull(z, z[0], 1 / size, fz);
        scatter(forces, &corners[e * 8], fx, fy, fz);
      }
    check += forces[77].x + forces[78].y;
  });
  std::printf("check %#.12g\n", check);
}
