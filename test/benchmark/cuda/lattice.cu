// lattice.cpp by hand: a thread a cell; populations and the loops over the nine directions stay in registers.
#include "expert.h"
#include "natural.h"

constexpr int blockX = 64, blockY = 4;

constexpr double weight[9] = {4.0 / 9, 1.0 / 9, 1.0 / 9, 1.0 / 9, 1.0 / 9, 1.0 / 36, 1.0 / 36, 1.0 / 36, 1.0 / 36};

__global__ void step(const double* __restrict__ from, double* __restrict__ to, int width, int height, double omega) {
  constexpr int stepX[9] = {0, 1, 0, -1, 0, 1, -1, -1, 1};
  constexpr int stepY[9] = {0, 0, 1, 0, -1, 1, 1, -1, -1};
  constexpr double share[3] = {weight[0], weight[1], weight[5]};  // of rest, the axes and the diagonals
  const int x = blockIdx.x * blockX + threadIdx.x, y = blockIdx.y * blockY + threadIdx.y;
  if (x >= width || y >= height) return;
  const int cells = width * height;
  const int left = x == 0 ? width - 1 : x - 1, right = x == width - 1 ? 0 : x + 1;
  const int below = (y == 0 ? height - 1 : y - 1) * width, above = (y == height - 1 ? 0 : y + 1) * width;
  double f[9], density = 0, flowX = 0, flowY = 0;
#pragma unroll
  for (int q = 0; q < 9; ++q) {
    const int fromX = stepX[q] > 0 ? left : stepX[q] < 0 ? right : x;
    const int fromY = stepY[q] > 0 ? below : stepY[q] < 0 ? above : y * width;
    f[q] = from[q * cells + fromY + fromX];
  }
#pragma unroll
  for (int q = 0; q < 9; ++q) {
    density += f[q];
    flowX += f[q] * stepX[q];
    flowY += f[q] * stepY[q];
  }
  const double inverse = 1 / density;
  flowX *= inverse;
  flowY *= inverse;
  const double still = 1 - 1.5 * (flowX * flowX + flowY * flowY);
#pragma unroll
  for (int q = 0; q < 9; ++q) {
    const double along = 3 * (stepX[q] * flowX + stepY[q] * flowY);
    const double rest = share[(stepX[q] != 0) + (stepY[q] != 0)] * density * (still + along + 0.5 * along * along);
    to[q * cells + y * width + x] = f[q] + omega * (rest - f[q]);
  }
}

int main(int argc, char** argv) {
  const int width = static_cast<int>(argument(argc, argv, 1, 96));
  const int height = static_cast<int>(argument(argc, argv, 2, 64));
  const long repeats = argument(argc, argv, 3, 1);
  const int cells = width * height;
  std::vector<double> populations(9 * cells);
  for (int q = 0; q < 9; ++q)
    for (int i = 0; i < cells; ++i) populations[q * cells + i] = weight[q] * (1 + 0.1 * noise(q * cells + i));
  Device<double> one(populations), other(populations.size());
  double *from = one, *to = other;
  const dim3 grid(blocks(width, blockX), blocks(height, blockY));
  timed(repeats, [&] {
    step<<<grid, dim3(blockX, blockY)>>>(from, to, width, height, 0.6);
    std::swap(from, to);
  });
  check(cudaMemcpy(populations.data(), from, populations.size() * sizeof(double), cudaMemcpyDeviceToHost));
  show("populations", populations.data(), 9L * cells);
}
