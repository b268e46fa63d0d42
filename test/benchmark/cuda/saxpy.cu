// y = y + a x: two elements a thread, so that each load is of 16 bytes.
#include "expert.h"
#include "natural.h"

__global__ void saxpy(double a, const double2* __restrict__ x, double2* __restrict__ y, int pairs) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= pairs) return;
  const double2 xs = x[i];
  double2 ys = y[i];
  ys.x += a * xs.x;
  ys.y += a * xs.y;
  y[i] = ys;
}

__global__ void saxpyLast(double a, const double* __restrict__ x, double* __restrict__ y, int i) { y[i] += a * x[i]; }

int main(int argc, char** argv) {
  const long n = argument(argc, argv, 1, 1000000);
  const long repeats = argument(argc, argv, 2, 1);
  std::vector<double> x(n), y(n);
  for (long i = 0; i < n; ++i) {
    x[i] = noise(i);
    y[i] = noise(n + i);
  }
  Device<double> xs(x), ys(y);
  const int pairs = static_cast<int>(n / 2);
  timed(repeats, [&] {
    if (pairs > 0)
      saxpy<<<blocks(pairs, 256), 256>>>(0.5, reinterpret_cast<const double2*>(xs.data()),
                                         reinterpret_cast<double2*>(ys.data()), pairs);
    if (n % 2 != 0) saxpyLast<<<1, 1>>>(0.5, xs, ys, static_cast<int>(n - 1));
  });
  ys.download(y);
  show("y", y.data(), n);
}
