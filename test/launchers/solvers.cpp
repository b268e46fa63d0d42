// Codes whose ranks have more to tell each other than halos: conjugate gradients, whose sums all devices need, bodies, of
// which each device needs all, points, of which it needs all for little work, and matrices that are multiplied once.
//
//     solvers ROWS COLUMNS ITERATIONS BODIES STEPS [POINTS ROUNDS [SIZE]]
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <utility>
#include <vector>

/// Minus the Laplacian on a plate whose border is zero; `x` begins at zero. The squared residual.
[[clustrix::cluster]]
double solve(std::vector<double>& x, std::vector<double>& r, std::vector<double>& p, std::vector<double>& q, int rows,
             int columns, int iterations) {
  double old = 0;
  for (int i = 0; i < rows * columns; ++i) old += r[i] * r[i];
  for (int n = 0; n < iterations; ++n) {
    for (int i = 1; i < rows - 1; ++i)
      for (int j = 1; j < columns - 1; ++j)
        q[i * columns + j] = 4 * p[i * columns + j] - p[(i - 1) * columns + j] - p[(i + 1) * columns + j] -
                             p[i * columns + j - 1] - p[i * columns + j + 1];
    double along = 0;
    for (int i = 0; i < rows * columns; ++i) along += p[i] * q[i];
    const double step = old / along;
    for (int i = 0; i < rows * columns; ++i) {
      x[i] += step * p[i];
      r[i] -= step * q[i];
    }
    double now = 0;
    for (int i = 0; i < rows * columns; ++i) now += r[i] * r[i];
    const double turn = now / old;
    for (int i = 0; i < rows * columns; ++i) p[i] = r[i] + turn * p[i];
    old = now;
  }
  return old;
}

/// On a line, with a softened force.
[[clustrix::cluster]]
void attract(double* position, double* moved, double* velocity, int bodies, int steps) {
  for (int t = 0; t < steps; ++t) {
    for (int i = 0; i < bodies; ++i) {
      double force = 0;
      for (int j = 0; j < bodies; ++j) {
        const double d = position[j] - position[i];
        force += d / (1e-3 + d * d * std::fabs(d));
      }
      velocity[i] += 1e-7 * force;
      moved[i] = position[i] + velocity[i];
    }
    std::swap(position, moved);
  }
}

/// Each point moves towards another one.
[[clustrix::cluster]]
void mix(double* point, double* moved, int points, int rounds) {
  for (int t = 0; t < rounds; ++t) {
    for (int i = 0; i < points; ++i) moved[i] = 0.5 * (point[i] + point[(i * 7919LL + t) % points]);
    std::swap(point, moved);
  }
}

[[clustrix::cluster]]
void multiply(const std::vector<double>& a, const std::vector<double>& b, std::vector<double>& c, int n) {
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j) {
      double sum = 0;
      for (int k = 0; k < n; ++k) sum += a[i * n + k] * b[k * n + j];
      c[i * n + j] = sum;
    }
}

int main(int argc, char** argv) {
  const int rows = std::atoi(argv[1]), columns = std::atoi(argv[2]), iterations = std::atoi(argv[3]);
  const int bodies = std::atoi(argv[4]), steps = std::atoi(argv[5]);
  std::vector<double> x(static_cast<std::size_t>(rows) * columns), r(x.size()), q(x.size());
  for (int i = 1; i < rows - 1; ++i)
    for (int j = 1; j < columns - 1; ++j) r[i * columns + j] = (i * 7 + j * 3) % 11 - 5;
  std::vector<double> p = r;
  const double residual = solve(x, r, p, q, rows, columns, iterations);
  std::printf("residual %.17g middle %.17g\n", residual, x[x.size() / 2]);

  std::vector<double> position(bodies), moved(bodies), velocity(bodies);
  for (int i = 0; i < bodies; ++i) position[i] = (i * 2654435761u >> 8) % 10007 * 1e-3;
  attract(position.data(), moved.data(), velocity.data(), bodies, steps);
  double sum = 0;
  for (double one : steps % 2 == 0 ? position : moved) sum += one;
  std::printf("bodies %.17g first %.17g\n", sum, (steps % 2 == 0 ? position : moved)[0]);

  const int points = argc > 7 ? std::atoi(argv[6]) : 0, rounds = argc > 7 ? std::atoi(argv[7]) : 0;
  std::vector<double> point(points), next(points);
  for (int i = 0; i < points; ++i) point[i] = i % 101;
  mix(point.data(), next.data(), points, rounds);
  double mixed = 0;
  for (double one : rounds % 2 == 0 ? point : next) mixed += one;
  std::printf("points %.17g\n", mixed);

  const int size = argc > 8 ? std::atoi(argv[8]) : 1;
  std::vector<double> a(static_cast<std::size_t>(size) * size), b(a.size()), c(a.size());
  for (std::size_t i = 0; i < a.size(); ++i) a[i] = i % 13, b[i] = i % 7;
  multiply(a, b, c, size);
  std::printf("product %.17g\n", c[c.size() / 2]);
}
