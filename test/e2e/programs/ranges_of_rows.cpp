// Range-for over arrays that lie in something else: rows, members of elements, arrays of the iteration's own.
#include "show.h"

#include <array>

int grid[64][32];

[[clustrix::cluster]]
void cleared(int (&h)[6][5]) {
  for (auto& row : h)               // want: parallel
    for (int& v : row) v = v * 2;  // want: parallel
}

[[clustrix::cluster]]
long raised(int by) {
  for (auto& row : grid)           // want: parallel
    for (auto& v : row) v += by;  // want: parallel
  long sum = 0;
  for (const auto& row : grid)       // want: parallel
    for (auto v : row) sum += v;  // want: parallel
  return sum;
}

[[clustrix::cluster]]
double arrays(std::array<std::array<double, 8>, 64>& a) {
  for (auto& row : a)             // want: parallel
    for (auto& v : row) v *= 2;  // want: parallel
  double sum = 0;
  for (const auto& row : a)           // want: parallel
    for (double v : row) sum += v;  // want: parallel
  return sum;
}

[[clustrix::cluster]]
void boxed(std::vector<std::array<double, 3>>& a, double length) {
  for (auto& p : a)         // want: parallel
    for (double& x : p) {  // may: parallel
      if (x < 0) x += length;
      if (x >= length) x -= length;
    }
  for (std::size_t i = 0; i < a.size(); ++i)  // want: parallel
    for (double& x : a[i]) x += i;            // may: parallel
}

[[clustrix::cluster]]
void by_pointer(int (*a)[32], int n) {
  for (int i = 0; i < n; ++i)          // want: parallel
    for (int& v : a[i]) v += i;  // may: parallel
}

struct Particle {
  double x[3];
  int k;
};

[[clustrix::cluster]]
void members(Particle* a, int n) {
  for (int i = 0; i < n; ++i) {  // want: parallel
    double own[4];
    for (double& x : own) x = i + a[i].k;                   // may: parallel
    for (const double& x : own) a[i].x[0] += x;             // may: parallel
    for (double& x : a[i].x) x = x > 9 ? x - own[2] : x + 1;  // may: parallel
    int last = 0;
    for (double& x : own) {  // may: parallel
      x = last;
      last += 3;
    }
    a[i].k = static_cast<int>(own[3]) + last;
  }
}

/// Every row begins with the end of the one before.
[[clustrix::cluster]]
void linked(int (*a)[32], int n) {
  for (int i = 1; i < n; ++i)                        // want: serial
    for (int& v : a[i]) v = a[i - 1][31] % 7 + v;  // may: parallel
}

/// One row for all.
[[clustrix::cluster]]
void shared(int (*a)[32], const int* b, int n) {
  for (int i = 0; i < n; ++i)                    // want: serial
    for (int& v : a[3]) v = v * 2 % 31 + b[i];  // may: parallel
}

int main() {
  int h[6][5];
  for (int i = 0; i < 30; ++i) h[i / 5][i % 5] = i;
  cleared(h);
  show("cleared", h[0], 30);
  for (int i = 0; i < 64 * 32; ++i) grid[i / 32][i % 32] = i % 17;
  put("raised", raised(3));
  by_pointer(grid, 64);
  linked(grid, 64);
  show("grid", grid[0], 64 * 32);
  const std::vector<int> b{1, 5, 2, 7};
  shared(grid, b.data(), 4);
  show("shared", grid[0], 64 * 32);
  std::array<std::array<double, 8>, 64> a;
  for (int i = 0; i < 512; ++i) a[i / 8][i % 8] = i * 0.5;
  put("arrays", arrays(a));
  show("arrays", a[0].data(), 8);
  std::vector<std::array<double, 3>> boxes(301);
  std::vector<Particle> particles(301);
  for (int i = 0; i < 301; ++i) {
    for (int k = 0; k < 3; ++k) boxes[i][k] = particles[i].x[k] = (i * 3 + k) % 11 - 4;
    particles[i].k = i % 5;
  }
  boxed(boxes, 5);
  show("boxed", boxes[0].data(), 3 * 301);
  members(particles.data(), 301);
  std::vector<double> flat;
  for (const Particle& one : particles) flat.insert(flat.end(), {one.x[0], one.x[1], one.x[2], 1.0 * one.k});
  show("members", flat);
}
