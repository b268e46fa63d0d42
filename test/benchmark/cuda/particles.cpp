// A step of charged particles on a periodic grid: each is pushed by the field of its cell, then moves.
#include "natural.h"

#include <vector>

struct Vector {
  double x, y;
};

struct Particle {
  Vector place, velocity;
};

double wrapped(double x, double size) { return x < 0 ? x + size : x >= size ? x - size : x; }

[[clustrix::cluster]]
void move(std::vector<Particle>& particles, const std::vector<Vector>& field, int width, int height, double dt) {
  for (Particle& p : particles) {
    const Vector& force = field[static_cast<int>(p.place.y) * width + static_cast<int>(p.place.x)];
    p.velocity.x += force.x * dt;
    p.velocity.y += force.y * dt;
    p.place.x = wrapped(p.place.x + p.velocity.x * dt, width);
    p.place.y = wrapped(p.place.y + p.velocity.y * dt, height);
  }
}

int main(int argc, char** argv) {
  const long n = argument(argc, argv, 1, 50000);
  const int width = static_cast<int>(argument(argc, argv, 2, 64));
  const int height = width;
  const long repeats = argument(argc, argv, 3, 1);
  std::vector<Particle> particles(n);
  std::vector<Vector> field(width * height);
  for (long i = 0; i < n; ++i)
    particles[i] = {{width * noise(4 * i), height * noise(4 * i + 1)},
                    {noise(4 * i + 2) - 0.5, noise(4 * i + 3) - 0.5}};
  for (int i = 0; i < width * height; ++i) field[i] = {noise(2 * i) - 0.5, noise(2 * i + 1) - 0.5};
  for ([[maybe_unused]] long r : Repeats(repeats)) move(particles, field, width, height, 0.01);
  show("particles", &particles[0].place.x, 4 * n);
}
