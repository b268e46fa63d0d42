// dft.cpp by hand: a thread finds two frequencies of sixteen rows, which share each root of unity; the roots and a part
// of the rows lie in shared memory. A root's index grows by the frequency, so that no remainder is needed.
#include "expert.h"
#include "natural.h"

#include <cmath>
#include <numbers>

constexpr int threads = 64, together = 16, part = 64;

/// Where root `i` lies: a root of padding after eight, else powers of two apart would be roots in the same banks.
__host__ __device__ constexpr int padded(int i) { return i + i / 8; }

struct Frequency {
  int k, stride, index;
  double re[together], im[together];
};

__device__ void add(double& re, double& im, double value, double2 root) {
  re += value * root.x;
  im -= value * root.y;
}

__global__ void __launch_bounds__(threads)
    transform(const double* __restrict__ signal, const double2* __restrict__ roots, double* __restrict__ real,
              double* __restrict__ imaginary, int rows, int n) {
  extern __shared__ double2 shared[];
  __shared__ double2 values[part][together / 2];  // of two rows side by side
  for (int i = threadIdx.x; i < n; i += threads) shared[padded(i)] = roots[i];
  const int firstRow = blockIdx.y * together;
  Frequency two[2] = {};
#pragma unroll
  for (int f = 0; f < 2; ++f) {
    two[f].k = (blockIdx.x * 2 + f) * threads + threadIdx.x;
    two[f].stride = two[f].k < n / 2 ? two[f].k : 0;  // behind the last frequency a thread only helps to load
  }
  for (int first = 0; first < n; first += part) {
    const int size = min(part, n - first);
    __syncthreads();
    for (int i = threadIdx.x; i < together * part; i += threads) {
      const int row = i / part, j = i % part;
      reinterpret_cast<double*>(values[j])[row] =
          firstRow + row < rows && j < size ? signal[(firstRow + row) * n + first + j] : 0;
    }
    __syncthreads();
    for (int j = 0; j < size; ++j) {
      double2 root[2];
#pragma unroll
      for (int f = 0; f < 2; ++f) {
        root[f] = shared[padded(two[f].index)];
        two[f].index += two[f].stride;
        if (two[f].index >= n) two[f].index -= n;
      }
#pragma unroll
      for (int r = 0; r < together; r += 2) {
        const double2 value = values[j][r / 2];
#pragma unroll
        for (int f = 0; f < 2; ++f) {
          add(two[f].re[r], two[f].im[r], value.x, root[f]);
          add(two[f].re[r + 1], two[f].im[r + 1], value.y, root[f]);
        }
      }
    }
  }
#pragma unroll
  for (int f = 0; f < 2; ++f)
#pragma unroll
    for (int r = 0; r < together; ++r)
      if (two[f].k < n / 2 && firstRow + r < rows) {
        real[(firstRow + r) * (n / 2) + two[f].k] = two[f].re[r];
        imaginary[(firstRow + r) * (n / 2) + two[f].k] = two[f].im[r];
      }
}

int main(int argc, char** argv) {
  const int rows = static_cast<int>(argument(argc, argv, 1, 20));
  const int n = static_cast<int>(argument(argc, argv, 2, 100));
  const long repeats = argument(argc, argv, 3, 1);
  const int found = rows * (n / 2);
  std::vector<double> signal(rows * n), real(found), imaginary(found);
  std::vector<double2> roots(n);
  for (int i = 0; i < rows * n; ++i) signal[i] = noise(i);
  for (int i = 0; i < n; ++i)
    roots[i] = {std::cos(2 * std::numbers::pi * i / n), std::sin(2 * std::numbers::pi * i / n)};
  Device<double> input(signal), realThere(found), imaginaryThere(found);
  Device<double2> rootsThere(roots);
  const dim3 grid(blocks(n / 2, 2 * threads), blocks(rows, together));
  const std::size_t shared = padded(n) * sizeof(double2);
  if (shared > 40 << 10) {
    std::fprintf(stderr, "rows of 2000 numbers at most\n");
    return 1;
  }
  timed(repeats, [&] { transform<<<grid, threads, shared>>>(input, rootsThere, realThere, imaginaryThere, rows, n); });
  realThere.download(real);
  imaginaryThere.download(imaginary);
  show("real", real.data(), found);
  show("imaginary", imaginary.data(), found);
}
