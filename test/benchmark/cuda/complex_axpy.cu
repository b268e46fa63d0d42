// complex_axpy.cpp by hand: a thread an element of 16 bytes.
#include "expert.h"
#include "natural.h"

constexpr int threads = 256;

__global__ void add(double2 a, const double2* __restrict__ x, double2* __restrict__ y, int n) {
  const int i = blockIdx.x * threads + threadIdx.x;
  if (i >= n) return;
  const double2 v = x[i], old = y[i];
  y[i] = {old.x + (a.x * v.x - a.y * v.y), old.y + (a.x * v.y + a.y * v.x)};
}

int main(int argc, char** argv) {
  const int n = static_cast<int>(argument(argc, argv, 1, 100000));
  const long repeats = argument(argc, argv, 2, 1);
  std::vector<double2> x(n), y(n);
  for (int i = 0; i < n; ++i) {
    x[i] = {noise(4UL * i), noise(4UL * i + 1)};
    y[i] = {noise(4UL * i + 2), noise(4UL * i + 3)};
  }
  Device<double2> input(x), output(y);
  timed(repeats, [&] { add<<<blocks(n, threads), threads>>>({0.3, -0.7}, input, output, n); });
  output.download(y);
  show("y", &y[0].x, 2L * n);
}
