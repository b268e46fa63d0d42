// jacobi_residual.cpp by hand: two-dimensional blocks that read through the L1; each block's greatest change goes into
// one word by an atomic maximum (numbers that are not negative are ordered as their bits are).
#include "expert.h"
#include "natural.h"

constexpr int blockX = 32, blockY = 8, rows = 4;

__global__ void sweep(const double* __restrict__ from, double* __restrict__ to, int width, int height,
                      unsigned long long* change) {
  const int x = blockIdx.x * blockX + threadIdx.x + 1;
  double mine = 0;
  for (int r = 0; r < rows; ++r) {
    const int y = (blockIdx.y * rows + r) * blockY + threadIdx.y + 1;
    if (x >= width - 1 || y >= height - 1) break;
    const int i = y * width + x;
    const double mean = 0.25 * (from[i - width] + from[i + width] + from[i - 1] + from[i + 1]);
    mine = fmax(mine, fabs(mean - from[i]));
    to[i] = mean;
  }
  for (int distance = 16; distance; distance /= 2) mine = fmax(mine, __shfl_down_sync(~0U, mine, distance));
  __shared__ double warps[blockY];
  if (threadIdx.x == 0) warps[threadIdx.y] = mine;
  __syncthreads();
  if (threadIdx.x == 0 && threadIdx.y == 0) {
    for (int w = 1; w < blockY; ++w) mine = fmax(mine, warps[w]);
    atomicMax(change, __double_as_longlong(mine));
  }
}

int main(int argc, char** argv) {
  const int width = static_cast<int>(argument(argc, argv, 1, 400));
  const int height = static_cast<int>(argument(argc, argv, 2, 300));
  const long repeats = argument(argc, argv, 3, 1);
  std::vector<double> from(width * height), to(width * height);
  for (int i = 0; i < width * height; ++i) from[i] = noise(i);
  Device<double> input(from), output(to);
  Device<unsigned long long> change(1);
  const dim3 grid(blocks(width - 2, blockX), blocks(height - 2, blockY * rows));
  timed(repeats, [&] {
    check(cudaMemsetAsync(change, 0, sizeof(double), 0));
    sweep<<<grid, dim3(blockX, blockY)>>>(input, output, width, height, change);
  });
  double greatest = 0;
  check(cudaMemcpy(&greatest, change, sizeof(double), cudaMemcpyDeviceToHost));
  output.download(to);
  show("change", &greatest, 1);
  show("to", to.data(), width * height);
}
