// Loops that use Thrust and CUB: vectors of the iteration's own, algorithms with functors of the program's.
#include <cub/device/device_reduce.cuh>
#include <thrust/copy.h>
#include <thrust/count.h>
#include <thrust/device_vector.h>
#include <thrust/execution_policy.h>
#include <thrust/fill.h>
#include <thrust/functional.h>
#include <thrust/host_vector.h>
#include <thrust/inner_product.h>
#include <thrust/iterator/counting_iterator.h>
#include <thrust/reduce.h>
#include <thrust/reverse.h>
#include <thrust/replace.h>
#include <thrust/sequence.h>
#include <thrust/transform.h>
#include <thrust/transform_reduce.h>

#include <cstdio>
#include <vector>

#include "checksum.h"

struct Square {
  __host__ __device__ int operator()(int x) const { return x * x % 1009; }
};

struct Scaled {
  int by;
  __host__ __device__ int operator()(int x, int y) const { return x * by + y; }
};

__global__ void raise(int* x, int by, int n) {
  const int i = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
  if (i < n) x[i] += by;
}

[[clustrix::cluster]]
void sums(std::vector<int>& out, int n) {
  for (int j = 0; j < static_cast<int>(out.size()); ++j) {
    thrust::device_vector<int> v(n);
    thrust::sequence(v.begin(), v.end(), j);
    thrust::transform(v.begin(), v.end(), v.begin(), Square());
    out[j] = thrust::reduce(v.begin(), v.end());
  }
}

/// Reversed, with a kernel of the program's on the same memory; elements come home in a vector.
[[clustrix::cluster]]
void reversed(int* out, int jobs, int n) {
  for (int j = 0; j < jobs; ++j) {
    thrust::device_vector<int> v(n), w(n, j);
    thrust::sequence(v.begin(), v.end(), n, -3);
    thrust::transform(v.begin(), v.end(), w.begin(), v.begin(), Scaled{j % 3});
    raise<<<(n + 63) / 64, 64>>>(thrust::raw_pointer_cast(v.data()), j, n);
    thrust::reverse(v.begin(), v.end());
    thrust::replace(v.begin(), v.end(), j, -1);
    thrust::copy(v.begin(), v.end(), w.begin());
    thrust::host_vector<int> h = w;
    for (int i = 0; i < n; ++i) out[j * n + i] = h[i];
  }
}

/// From an array of the host's, which all iterations read.
[[clustrix::cluster]]
int evens(const std::vector<int>& in, int jobs, int n) {
  int total = 0;
  for (int j = 0; j < jobs; ++j) {
    thrust::device_vector<int> v(in.data() + j * n, in.data() + (j + 1) * n);
    v[0] = 2;
    total += static_cast<int>(thrust::count(v.begin(), v.end(), 4)) + v[n - 1];
    total += thrust::inner_product(v.begin(), v.end(), v.begin(), 0);
  }
  return total;
}

/// Parts of a vector, and what is in no memory at all.
[[clustrix::cluster]]
void parts(std::vector<int>& out, int n) {
  for (int j = 0; j < static_cast<int>(out.size()); ++j) {
    thrust::device_vector<int> v(n);
    thrust::fill(v.begin() + 1, v.end() - 1, j);
    thrust::fill_n(v.begin(), 1, 7);
    out[j] = thrust::reduce(v.begin(), v.end(), 0, thrust::plus<int>()) +
             thrust::reduce(v.begin(), v.begin() + 2, 1, thrust::maximum<int>()) +
             thrust::transform_reduce(thrust::counting_iterator<int>(0), thrust::counting_iterator<int>(n + j), Square(),
                                      0, thrust::plus<int>());
  }
}

/// With a policy.
[[clustrix::cluster]]
void fromVector(std::vector<int>& out, const std::vector<int>& in, int n) {
  for (int j = 0; j < static_cast<int>(out.size()); ++j) {
    thrust::device_vector<int> v(in.begin() + j * n, in.begin() + (j + 1) * n);
    out[j] = thrust::reduce(thrust::device, v.begin(), v.end());
  }
}

/// CUB, which asks first how much memory it needs.
[[clustrix::cluster]]
void reduced(int* out, int jobs, int n) {
  for (int j = 0; j < jobs; ++j) {
    int *x, *sum;
    cudaMalloc(&x, n * sizeof(int));
    cudaMalloc(&sum, sizeof(int));
    cudaMemset(x, 0, n * sizeof(int));
    raise<<<(n + 63) / 64, 64>>>(x, j + 1, n);
    void* temporary = nullptr;
    std::size_t bytes = 0;
    cub::DeviceReduce::Sum(temporary, bytes, x, sum, n);
    cudaMalloc(&temporary, bytes);
    cub::DeviceReduce::Sum(temporary, bytes, x, sum, n);
    int result = 0;
    cudaMemcpy(&result, sum, sizeof(int), cudaMemcpyDeviceToHost);
    out[j] = result;
    cudaFree(temporary);
    cudaFree(sum);
    cudaFree(x);
  }
}

int main() {
  const int jobs = 9, n = 70;
  std::vector<int> some(jobs), all(jobs * n);
  sums(some, n);
  show("sums", some);
  reversed(all.data(), jobs, n);
  show("reversed", all);
  std::printf("evens %d\n", evens(all, jobs, n));
  parts(some, n);
  show("parts", some);
  fromVector(some, all, n);
  show("from vector", some);
  reduced(some.data(), jobs, n);
  show("reduced", some);
}
