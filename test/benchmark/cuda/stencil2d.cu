// One sweep of the 5-point stencil: bound by DRAM, so neighbours come through the L1.
#include "expert.h"
#include "natural.h"

__global__ void sweep(const double* __restrict__ in, double* __restrict__ out, int n) {
  const int j = blockIdx.x * blockDim.x + threadIdx.x;
  const int i = blockIdx.y * blockDim.y + threadIdx.y;
  if (i < 1 || i >= n - 1 || j < 1 || j >= n - 1) return;
  const int at = i * n + j;
  out[at] = 0.5 * in[at] + 0.125 * (in[at - n] + in[at + n] + in[at - 1] + in[at + 1]);
}

int main(int argc, char** argv) {
  const int n = argument(argc, argv, 1, 1000);
  const long repeats = argument(argc, argv, 2, 1);
  std::vector<double> in(n * n), out(n * n);
  for (int i = 0; i < n * n; ++i) in[i] = noise(i);
  Device<double> from(in), to(out);
  const dim3 block(32, 8);
  const dim3 grid(blocks(n, block.x), blocks(n, block.y));
  timed(repeats, [&] { sweep<<<grid, block>>>(from, to, n); });
  to.download(out);
  show("out", out.data(), n * n);
}
