// A tracer in a stirred box: it is carried by a vortex, spreads, is fed by a source, and reacts away.
//     du/dt + v . grad u = D laplace u + s - reacted(u),   u = 0 on the walls
// First order in time, upwind for the transport.
#include "chemistry.h"

#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <vector>

struct Box {
  int n;                             // points along an edge
  double h, dt, diffusion;           // distance of points, time step, D
  std::vector<double> u, next;       // the tracer, now and after the step
  std::vector<double> vx, vy, fed;   // v and s at each point
};

Box stirred(int n) {
  const double h = 1.0 / (n - 1), pi = std::acos(-1.0);
  const std::vector<double> zero(n * n);
  Box box{n, h, 0.2 * h, 1e-4, zero, zero, zero, zero, zero};
  for (int y = 0; y < n; ++y)
    for (int x = 0; x < n; ++x) {
      box.vx[y * n + x] = -std::sin(pi * x * h) * std::cos(pi * y * h);
      box.vy[y * n + x] = std::cos(pi * x * h) * std::sin(pi * y * h);
      box.fed[y * n + x] = std::hypot(x * h - 0.3, y * h - 0.5) < 0.1 ? 1.0 : 0.0;
    }
  return box;
}

void step(Box& box) {
  const int n = box.n;
  const double transport = box.dt / box.h, spread = box.dt * box.diffusion / (box.h * box.h);
  for (int y = 1; y < n - 1; ++y)
    for (int x = 1; x < n - 1; ++x) {
      const int i = y * n + x;
      const double u = box.u[i], west = box.u[i - 1], east = box.u[i + 1], south = box.u[i - n], north = box.u[i + n];
      const double along = box.vx[i] > 0 ? u - west : east - u, across = box.vy[i] > 0 ? u - south : north - u;
      box.next[i] = u - transport * (box.vx[i] * along + box.vy[i] * across) +
                    spread * (west + east + south + north - 4 * u) + box.dt * (box.fed[i] - reacted(u));
    }
  box.u.swap(box.next);
}

struct Norms {
  double mass = 0, squares = 0, most = 0;
};

Norms norms(const Box& box) {
  Norms of;
  for (const double u : box.u) {
    of.mass += u;
    of.squares += u * u;
    of.most = std::fmax(of.most, u);
  }
  return {of.mass * box.h * box.h, std::sqrt(of.squares) * box.h, of.most};
}

void advance(Box& box, int steps) {
  for (int t = 0; t < steps; ++t) step(box);
}

int main(int argc, char** argv) {
  const int n = argc > 1 ? std::atoi(argv[1]) : 512, steps = argc > 2 ? std::atoi(argv[2]) : 1600;
  Box box = stirred(n);
  const auto begin = std::chrono::steady_clock::now();
  for (int quarter = 1; quarter <= 4; ++quarter) {
    advance(box, steps / 4);
    const Norms of = norms(box);
    std::printf("step %4d   mass %.12f   2-norm %.12f   max %.12f\n", quarter * (steps / 4), of.mass, of.squares, of.most);
  }
  const std::chrono::duration<double> took = std::chrono::steady_clock::now() - begin;
  std::fprintf(stderr, "%.2f s\n", took.count());
}
