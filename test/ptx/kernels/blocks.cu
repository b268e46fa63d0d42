// Threads that work together: shared memory, shuffles, votes, atomics, groups, divergence, a grid's sums; and printf.
#include <cooperative_groups.h>

#include "check.h"

namespace cg = cooperative_groups;

__global__ void sumAll(double* sum, const double* in, int n) {
  __shared__ double parts[256];
  double mine = 0;
  for (int i = blockIdx.x * 256 + threadIdx.x; i < n; i += gridDim.x * 256) mine += in[i];
  parts[threadIdx.x] = mine;
  __syncthreads();
  for (int width = 128; width >= 32; width /= 2) {
    if (threadIdx.x < width) parts[threadIdx.x] += parts[threadIdx.x + width];
    __syncthreads();
  }
  if (threadIdx.x >= 32) return;
  mine = parts[threadIdx.x];
  for (int width = 16; width > 0; width /= 2) mine += __shfl_down_sync(~0u, mine, width);
  if (threadIdx.x == 0) atomicAdd(sum, mine);
}

__host__ __device__ int collatz(int x) {
  int mixedUp = 1;
  for (int steps = 0; x != 1 && steps < 200; ++steps) {
    if (x & 1) {
      x = x % 3 == 0 ? x / 3 : 3 * x + 1;
    } else {
      x >>= 1;
    }
    switch (steps % 5) {
      case 0: mixedUp += x; break;
      case 1: mixedUp ^= steps; break;
      case 2: continue;
      case 3: mixedUp -= 7; break;
      default: mixedUp = static_cast<int>(mixedUp * 3u);
    }
  }
  return mixedUp;
}
__global__ void collatzAll(int* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = collatz(i * 37 + 1);
}

__global__ void groups(int* out) {
  const cg::thread_block block = cg::this_thread_block();
  const auto tile = cg::tiled_partition<8>(block);
  int sum = threadIdx.x;
  for (int width = 4; width > 0; width /= 2) sum += tile.shfl_down(sum, width);
  sum = tile.shfl(sum, 0);
  block.sync();
  out[threadIdx.x] = sum * 1000 + static_cast<int>(tile.thread_rank()) + (tile.any(threadIdx.x == 9) ? 100 : 0);
}

struct Bins {
  unsigned long long sum, smallest, swapped;
  int greatest, all;
  float weight;
};
__global__ void fill(Bins* bins, unsigned* words) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  atomicAdd(&bins->sum, static_cast<unsigned long long>(i));
  atomicMin(&bins->smallest, static_cast<unsigned long long>(1000 - i));
  atomicMax(&bins->greatest, i);
  atomicAnd(&bins->all, ~(1 << (i % 20)));
  atomicAdd(&bins->weight, 0.5f);
  atomicCAS(&bins->swapped, 7ULL, 1000ULL + i);
  atomicXor(&words[i % 4], 1u << (i % 32));
  unsigned seen = words[4];  // multiplied by 3, one thread after another
  for (unsigned expected = seen + 1; expected != seen;) {
    expected = seen;
    seen = atomicCAS(&words[4], expected, expected * 3);
  }
}

__global__ void greet(double x) {
  if (threadIdx.x < 2) printf("thread %d: %.3f %s %5lld|%%\n", threadIdx.x, x, "words", 1LL << 40);
}

void testSums(Tally& tally) {
  std::vector<double> in(10001);
  double expected = 0;
  for (std::size_t i = 0; i < in.size(); ++i) expected += in[i] = static_cast<double>(i % 97) * 0.5;
  OnDevice<double> onIn(in), sum({0});
  sumAll<<<7, 256>>>(sum.data(), onIn.data(), static_cast<int>(in.size()));
  tally.check(sum.get()[0] == expected, "sum", 0);
}

void testDivergence(Tally& tally) {
  const int n = 300;
  OnDevice<int> results(std::vector<int>(n, 0));
  collatzAll<<<5, 64>>>(results.data(), n);
  const std::vector<int> got = results.get();
  for (int i = 0; i < n; ++i) tally.check(got[i] == collatz(i * 37 + 1), "collatz", i);
}

void testGroups(Tally& tally) {
  OnDevice<int> results(std::vector<int>(64, 0));
  groups<<<1, 64>>>(results.data());
  const std::vector<int> got = results.get();
  for (int i = 0; i < 64; ++i) {
    const int first = i / 8 * 8;
    tally.check(got[i] == (8 * first + 28) * 1000 + i % 8 + (first == 8 ? 100 : 0), "group", i);
  }
}

void testAtomics(Tally& tally) {
  OnDevice<Bins> bins({{0, ~0ULL, 7, -1, ~0, 0}});
  OnDevice<unsigned> words({0, 0, 0, 0, 1});
  fill<<<3, 64>>>(bins.data(), words.data());
  const Bins got = bins.get()[0];
  tally.check(got.sum == 192 * 191 / 2, "atomicAdd", 0);
  tally.check(got.smallest == 1000 - 191, "atomicMin", 0);
  tally.check(got.greatest == 191, "atomicMax", 0);
  tally.check(got.all == static_cast<int>(0xfff00000), "atomicAnd", 0);
  tally.check(got.weight == 96, "atomicAdd of float", 0);
  tally.check(got.swapped >= 1000 && got.swapped < 1192, "atomicCAS", 0);
  unsigned power = 1;
  for (int i = 0; i < 192; ++i) power *= 3;
  tally.check(words.get()[4] == power, "loop on atomicCAS", 0);
}

int main() {
  Tally tally;
  testSums(tally);
  testDivergence(tally);
  testGroups(tally);
  testAtomics(tally);
  greet<<<1, 32>>>(2.5);
  must(cudaDeviceSynchronize(), "greet");
  return tally.status();
}
