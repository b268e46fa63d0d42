// histogram.cpp by hand: a block's histogram lies in shared memory 32 times, once for each lane and in that lane's
// bank, so that the lanes of a warp never wait for each other.
#include "expert.h"
#include "natural.h"

constexpr int threads = 1024, bins = 256;

/// Counts the four bytes of `word`: each, taken from the word at its place times 128, is an offset in bytes.
__device__ void countWord(char* mine, unsigned word) {
  constexpr unsigned byte = 255 * 32 * sizeof(unsigned);
  for (const unsigned offset : {word << 7 & byte, word >> 1 & byte, word >> 9 & byte, word >> 17 & byte})
    atomicAdd(reinterpret_cast<unsigned*>(mine + offset), 1);
}

__global__ void histogram(const unsigned char* __restrict__ bytes, long n, unsigned* __restrict__ counts) {
  __shared__ unsigned copies[bins * 32];
  for (int i = threadIdx.x; i < bins * 32; i += threads) copies[i] = 0;
  __syncthreads();
  char* mine = reinterpret_cast<char*>(copies + threadIdx.x % 32);
  const long all = gridDim.x * threads, first = blockIdx.x * threads + threadIdx.x;
  const uint4* __restrict__ groups = reinterpret_cast<const uint4*>(bytes);
  for (long i = first; i < n / 16; i += all) {
    const uint4 group = groups[i];
    countWord(mine, group.x);
    countWord(mine, group.y);
    countWord(mine, group.z);
    countWord(mine, group.w);
  }
  for (long i = n / 16 * 16 + first; i < n; i += all) atomicAdd(&copies[bytes[i] * 32 + threadIdx.x % 32], 1);
  __syncthreads();
  if (threadIdx.x >= bins) return;
  // each lane begins in its own bank
  unsigned sum = 0;
  for (int k = 0; k < 32; ++k) sum += copies[threadIdx.x * 32 + (threadIdx.x + k) % 32];
  if (sum) atomicAdd(&counts[threadIdx.x], sum);
}

int main(int argc, char** argv) {
  const long n = argument(argc, argv, 1, 200000);
  const long repeats = argument(argc, argv, 2, 1);
  std::vector<unsigned char> bytes(n);
  for (long i = 0; i < n; ++i) bytes[i] = static_cast<unsigned char>(256 * noise(i) * noise(i));
  Device<unsigned char> input(bytes);
  Device<unsigned> counts(bins);
  // two blocks fill a multiprocessor; more of them would only add histograms to sum up
  const int grid = std::min(blocks(n, threads * 16), 132 * 2);
  timed(repeats, [&] {
    check(cudaMemsetAsync(counts, 0, bins * sizeof(unsigned), 0));
    histogram<<<grid, threads>>>(input, n, counts);
  });
  std::vector<unsigned> result(bins);
  counts.download(result);
  show("counts", result.data(), bins);
}
