// convolution1d.cpp by hand: a block's part of the signal in shared memory, seven results side by side a thread, which
// share what they read of it. Seven is odd: lanes seven doubles apart lie in different banks.
#include "expert.h"
#include "natural.h"

constexpr int taps = 31, threads = 256, each = 7, tile = threads * each;

__constant__ double weight[taps];

__global__ void convolve(const double* __restrict__ signal, double* __restrict__ filtered, int n) {
  __shared__ double part[tile + taps - 1];
  const int first = blockIdx.x * tile, results = n - taps + 1;
  for (int i = threadIdx.x; i < tile + taps - 1; i += threads) part[i] = first + i < n ? signal[first + i] : 0;
  __syncthreads();
  const double* mine = part + threadIdx.x * each;
  double sum[each] = {}, window[each];
#pragma unroll
  for (int r = 0; r < each - 1; ++r) window[r] = mine[r];
#pragma unroll
  for (int k = 0; k < taps; ++k) {
    window[(k + each - 1) % each] = mine[k + each - 1];
#pragma unroll
    for (int r = 0; r < each; ++r) sum[r] += weight[k] * window[(k + r) % each];
  }
  // through shared memory, so that a warp writes side by side
  __syncthreads();
#pragma unroll
  for (int r = 0; r < each; ++r) part[threadIdx.x * each + r] = sum[r];
  __syncthreads();
  for (int i = threadIdx.x; i < tile && first + i < results; i += threads) filtered[first + i] = part[i];
}

int main(int argc, char** argv) {
  const int n = static_cast<int>(argument(argc, argv, 1, 50000));
  const long repeats = argument(argc, argv, 2, 1);
  std::vector<double> signal(n), weights(taps), filtered(n - taps + 1);
  for (int i = 0; i < n; ++i) signal[i] = noise(i);
  for (int k = 0; k < taps; ++k) weights[k] = noise(n + k) - 0.3;
  Device<double> input(signal), output(filtered.size());
  check(cudaMemcpyToSymbol(weight, weights.data(), sizeof(weight)));
  timed(repeats, [&] { convolve<<<blocks(n - taps + 1, tile), threads>>>(input, output, n); });
  output.download(filtered);
  show("filtered", filtered.data(), n - taps + 1);
}
