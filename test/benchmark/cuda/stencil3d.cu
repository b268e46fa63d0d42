// One sweep of the 7-point stencil: a thread walks up a few planes with its column in registers, neighbours in the
// plane come through the L1.
#include "expert.h"
#include "natural.h"

constexpr int planes = 8;

__global__ void sweep(const double* __restrict__ in, double* __restrict__ out, int n) {
  const int k = blockIdx.x * blockDim.x + threadIdx.x;
  const int j = blockIdx.y * blockDim.y + threadIdx.y;
  if (j < 1 || j >= n - 1 || k < 1 || k >= n - 1) return;
  const int plane = n * n;
  const int first = 1 + blockIdx.z * planes;
  const int end = min(first + planes, n - 1);
  int at = (first * n + j) * n + k;
  double below = in[at - plane];
  double here = in[at];
#pragma unroll 4
  for (int i = first; i < end; ++i, at += plane) {
    const double above = in[at + plane];
    out[at] = 0.4 * here + 0.1 * (below + above + in[at - n] + in[at + n] + in[at - 1] + in[at + 1]);
    below = here;
    here = above;
  }
}

int main(int argc, char** argv) {
  const int n = argument(argc, argv, 1, 100);
  const long repeats = argument(argc, argv, 2, 1);
  std::vector<double> in(n * n * n), out(n * n * n);
  for (int i = 0; i < n * n * n; ++i) in[i] = noise(i);
  Device<double> from(in), to(out);
  const dim3 block(32, 8);
  const dim3 grid(blocks(n, block.x), blocks(n, block.y), blocks(n - 2, planes));
  timed(repeats, [&] { sweep<<<grid, block>>>(from, to, n); });
  to.download(out);
  show("out", out.data(), n * n * n);
}
