// softmax_rows.cpp by hand: a block a row, which is read once, kept in shared memory and written once.
#include "expert.h"
#include "natural.h"

constexpr int threads = 256, warps = threads / 32;

struct Greater {
  __device__ float operator()(float a, float b) const { return fmaxf(a, b); }
};

struct Sum {
  __device__ float operator()(float a, float b) const { return a + b; }
};

template <class Combine>
__device__ float ofWarp(float mine, Combine combine) {
  for (int distance = 16; distance; distance /= 2) mine = combine(mine, __shfl_xor_sync(~0U, mine, distance));
  return mine;
}

/// In every thread of the block.
template <class Combine>
__device__ float ofBlock(float mine, float* each, Combine combine) {
  mine = ofWarp(mine, combine);
  if (threadIdx.x % 32 == 0) each[threadIdx.x / 32] = mine;
  __syncthreads();
  // the warps' results are there four times over, which combine's order does not mind: each quarter holds them all
  mine = each[threadIdx.x % warps];
  for (int distance = warps / 2; distance; distance /= 2) mine = combine(mine, __shfl_xor_sync(~0U, mine, distance));
  return mine;
}

__global__ void softmax(const float* __restrict__ in, float* __restrict__ out, int columns) {
  extern __shared__ float row[];
  __shared__ float greatestOf[warps], sumOf[warps];
  in += static_cast<long>(blockIdx.x) * columns;
  out += static_cast<long>(blockIdx.x) * columns;
  float greatest = -INFINITY;
  for (int j = threadIdx.x; j < columns; j += threads) greatest = fmaxf(greatest, row[j] = in[j]);
  greatest = ofBlock(greatest, greatestOf, Greater{});
  float sum = 0;
  for (int j = threadIdx.x; j < columns; j += threads) sum += row[j] = expf(row[j] - greatest);
  const float inverse = 1 / ofBlock(sum, sumOf, Sum{});
  for (int j = threadIdx.x; j < columns; j += threads) out[j] = row[j] * inverse;
}

int main(int argc, char** argv) {
  const int rows = static_cast<int>(argument(argc, argv, 1, 100));
  const int columns = static_cast<int>(argument(argc, argv, 2, 500));
  const long repeats = argument(argc, argv, 3, 1);
  std::vector<float> in(rows * columns), out(rows * columns);
  for (int i = 0; i < rows * columns; ++i) in[i] = static_cast<float>(10 * noise(i));
  Device<float> input(in), output(out.size());
  timed(repeats, [&] { softmax<<<rows, threads, columns * sizeof(float)>>>(input, output, columns); });
  output.download(out);
  show("out", out.data(), rows * columns);
}
