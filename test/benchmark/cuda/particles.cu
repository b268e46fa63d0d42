// particles.cpp by hand: a thread a particle, in two accesses of 16 bytes; the field stays in the caches.
#include "expert.h"
#include "natural.h"

constexpr int threads = 256;

__device__ double wrapped(double x, double size) { return x < 0 ? x + size : x >= size ? x - size : x; }

// a particle is two double2: its place and its velocity
__global__ void move(double2* __restrict__ particles, int n, const double2* __restrict__ field, int width, int height,
                     double dt) {
  const int i = blockIdx.x * threads + threadIdx.x;
  if (i >= n) return;
  double2 place = particles[2 * i], velocity = particles[2 * i + 1];
  const double2 force = field[static_cast<int>(place.y) * width + static_cast<int>(place.x)];
  velocity.x += force.x * dt;
  velocity.y += force.y * dt;
  place.x = wrapped(place.x + velocity.x * dt, width);
  place.y = wrapped(place.y + velocity.y * dt, height);
  particles[2 * i] = place;
  particles[2 * i + 1] = velocity;
}

int main(int argc, char** argv) {
  const long n = argument(argc, argv, 1, 50000);
  const int width = static_cast<int>(argument(argc, argv, 2, 64));
  const int height = width;
  const long repeats = argument(argc, argv, 3, 1);
  std::vector<double2> particles(2 * n), field(width * height);
  for (long i = 0; i < n; ++i) {
    particles[2 * i] = {width * noise(4 * i), height * noise(4 * i + 1)};
    particles[2 * i + 1] = {noise(4 * i + 2) - 0.5, noise(4 * i + 3) - 0.5};
  }
  for (int i = 0; i < width * height; ++i) field[i] = {noise(2 * i) - 0.5, noise(2 * i + 1) - 0.5};
  Device<double2> state(particles), forces(field);
  timed(repeats,
        [&] { move<<<blocks(n, threads), threads>>>(state, static_cast<int>(n), forces, width, height, 0.01); });
  state.download(particles);
  show("particles", &particles[0].x, 4 * n);
}
