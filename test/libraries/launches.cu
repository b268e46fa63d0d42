// Loops that launch kernels, in the ways that programs have: checks in macros, streams, structures, libraries of functions.
#include <cstdio>
#include <cstdlib>
#include <vector>

#include "checksum.h"

#define CHECK(call)                                                        \
  do {                                                                     \
    const cudaError_t status = (call);                                     \
    if (status != cudaSuccess) {                                           \
      std::fprintf(stderr, "%s:%d: %d\n", __FILE__, __LINE__, status);     \
      std::exit(1);                                                        \
    }                                                                      \
  } while (0)

#define gpuErrchk(call) { gpuAssert((call), __FILE__, __LINE__); }
inline void gpuAssert(cudaError_t code, const char* file, int line, bool abort = true) {
  if (code != cudaSuccess) {
    std::fprintf(stderr, "%s %s %d\n", cudaGetErrorString(code), file, line);
    if (abort) std::exit(code);
  }
}

struct Range {
  int first, step;
};

__device__ int mixed(int x, int y) { return x * 31 + y; }

__global__ void fill(int* x, Range range, int n) {
  const int i = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
  if (i < n) x[i] = range.first + range.step * i;
}

__global__ void mix(int* x, const int* y, int n) {
  const int i = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
  if (i < n) x[i] = mixed(x[i], y[i]) % 1009;
}

/// The sum of a block's elements goes to its place in `sums`.
__global__ void sumUp(int* sums, const int* x, int n) {
  __shared__ int part[64];
  const int i = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x), t = static_cast<int>(threadIdx.x);
  part[t] = i < n ? x[i] : 0;
  __syncthreads();
  for (int width = 32; width > 0; width /= 2) {
    if (t < width) part[t] += part[t + width];
    __syncthreads();
  }
  if (t == 0) atomicAdd(&sums[0], part[0]);
}

/// Each call is asked by a function, through a macro.
[[clustrix::cluster]]
void asserted(int* out, int jobs, int n) {
  for (int j = 0; j < jobs; ++j) {
    std::vector<int> host(n, j);
    int *x, *y;
    gpuErrchk(cudaMalloc(&x, n * sizeof(int)));
    gpuErrchk(cudaMalloc(&y, n * sizeof(int)));
    gpuErrchk(cudaMemcpy(y, host.data(), n * sizeof(int), cudaMemcpyHostToDevice));
    fill<<<(n + 63) / 64, 64>>>(x, Range{j, 1}, n);
    mix<<<(n + 63) / 64, 64>>>(x, y, n);
    gpuErrchk(cudaPeekAtLastError());
    gpuErrchk(cudaDeviceSynchronize());
    gpuErrchk(cudaMemcpy(host.data(), x, n * sizeof(int), cudaMemcpyDeviceToHost));
    gpuErrchk(cudaFree(x));
    gpuErrchk(cudaFree(y));
    for (int i = 0; i < n; ++i) out[j * n + i] = host[i];
  }
}

int* uploaded(const int* from, int n) {
  int* x = nullptr;
  CHECK(cudaMalloc(&x, n * sizeof(int)));
  CHECK(cudaMemcpy(x, from, n * sizeof(int), cudaMemcpyHostToDevice));
  return x;
}

[[clustrix::cluster]]
void filled(int* out, int jobs, int n) {
  for (int j = 0; j < jobs; ++j) {
    int* x = nullptr;
    CHECK(cudaMalloc(&x, n * sizeof(int)));
    const dim3 block(64), grid((n + 63) / 64);
    fill<<<grid, block>>>(x, Range{j, 3}, n);
    CHECK(cudaGetLastError());
    CHECK(cudaMemcpy(out + j * n, x, n * sizeof(int), cudaMemcpyDeviceToHost));
    CHECK(cudaFree(x));
  }
}

[[clustrix::cluster]]
long summed(const int* in, int jobs, int n) {
  long total = 0;
  for (int j = 0; j < jobs; ++j) {
    int *x = nullptr, *sums = nullptr;
    int sum = 0;
    cudaMalloc(&x, n * sizeof(int));
    cudaMalloc(&sums, sizeof(int));
    cudaMemset(sums, 0, sizeof(int));
    cudaMemcpy(x, in + j * n, n * sizeof(int), cudaMemcpyHostToDevice);
    sumUp<<<(n + 63) / 64, 64>>>(sums, x, n);
    cudaMemcpy(&sum, sums, sizeof(int), cudaMemcpyDeviceToHost);
    cudaFree(x);
    cudaFree(sums);
    total += sum;
  }
  return total;
}

[[clustrix::cluster]]
void streamed(int* out, const int* in, int jobs, int n) {
  for (int j = 0; j < jobs; ++j) {
    int *x = nullptr, *y = nullptr;
    cudaStream_t stream;
    cudaStreamCreate(&stream);
    cudaMalloc(&x, n * sizeof(int));
    cudaMalloc(&y, n * sizeof(int));
    cudaMemcpy(x, in + j * n, n * sizeof(int), cudaMemcpyHostToDevice);
    cudaMemcpy(y, in, n * sizeof(int), cudaMemcpyHostToDevice);
    for (int round = 0; round < 3; ++round) mix<<<(n + 31) / 32, 32, 0, stream>>>(x, y, n);
    cudaStreamSynchronize(stream);
    cudaMemcpy(out + j * n, x, n * sizeof(int), cudaMemcpyDeviceToHost);
    cudaStreamDestroy(stream);
    cudaFree(x);
    cudaFree(y);
  }
}

[[clustrix::cluster]]
std::vector<int> firsts(const std::vector<int>& in, int jobs, int n) {
  std::vector<int> results;
  for (int j = 0; j < jobs; ++j) {
    std::vector<int> host(n, j);
    int* x = nullptr;
    cudaMalloc(&x, n * sizeof(int));
    cudaMemcpy(x, host.data(), n * sizeof(int), cudaMemcpyHostToDevice);
    mix<<<1, n>>>(x, x, n);
    cudaMemcpy(host.data(), x, n * sizeof(int), cudaMemcpyDeviceToHost);
    cudaFree(x);
    int sum = in[j];
    for (const int value : host) sum += value;
    results.push_back(sum);
  }
  return results;
}

[[clustrix::cluster]]
void sometimes(int* out, int jobs, int n) {
  for (int j = 0; j < jobs; ++j) {
    int* x = nullptr;
    cudaMalloc(&x, n * sizeof(int));
    cudaMemset(x, 0, n * sizeof(int));
    if (j % 3 == 1)
      fill<<<1, n>>>(x, Range{j, 1}, n);
    else
      mix<<<1, n>>>(x, x, n);
    int first = 0;
    cudaMemcpy(&first, x + n / 2, sizeof(int), cudaMemcpyDeviceToHost);
    out[j] = first;
    cudaFree(x);
  }
}

int main() {
  const int jobs = 11, n = 150;
  std::vector<int> in(jobs * n), out(jobs * n);
  asserted(in.data(), jobs, n);
  show("asserted", in);
  filled(in.data(), jobs, n);
  show("filled", in);
  std::printf("summed %ld\n", summed(in.data(), jobs, n));
  streamed(out.data(), in.data(), jobs, n);
  show("streamed", out);
  show("firsts", firsts(in, jobs, n));
  std::vector<int> some(jobs);
  sometimes(some.data(), jobs, n);
  show("sometimes", some);
  int* kept = uploaded(in.data(), n);
  cudaFree(kept);
}
