// Heat that spreads over a plate: a launch a step, bound by DRAM (by the L2 where both arrays fit), neighbours through
// the L1.
#include "expert.h"
#include "natural.h"

#include <utility>

__global__ void spread(const double* __restrict__ now, double* __restrict__ next, int n) {
  const int j = blockIdx.x * blockDim.x + threadIdx.x;
  const int i = blockIdx.y * blockDim.y + threadIdx.y;
  if (i < 1 || i >= n - 1 || j < 1 || j >= n - 1) return;
  const int at = i * n + j;
  next[at] = now[at] + 0.1 * (now[at - n] + now[at + n] + now[at - 1] + now[at + 1] - 4 * now[at]);
}

int main(int argc, char** argv) {
  const int n = argument(argc, argv, 1, 512);
  const int steps = argument(argc, argv, 2, 5);
  const long repeats = argument(argc, argv, 3, 1);
  std::vector<double> heat(n * n);
  for (int i = 0; i < n * n; ++i) heat[i] = noise(i);
  Device<double> first(heat), second(heat);
  double* now = first;
  double* next = second;
  const dim3 block(32, 8);
  const dim3 grid(blocks(n, block.x), blocks(n, block.y));
  timed(repeats, [&] {
    for (int step = 0; step < steps; ++step) {
      spread<<<grid, block>>>(now, next, n);
      std::swap(now, next);
    }
  });
  check(cudaMemcpy(heat.data(), now, heat.size() * sizeof(double), cudaMemcpyDeviceToHost));
  show("heat", heat.data(), n * n);
}
