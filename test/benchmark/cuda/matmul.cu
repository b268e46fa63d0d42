// C = A B: tiles of C in registers, panels of A and B through shared memory, the next panel on its way meanwhile.
//
//                 columns * gridDim.x
//                   ┌──┐ depth        a block: side x side threads, a tile of rows x columns
//     depth         └──┘              a thread: high x wide elements, in groups of 16 bytes so that shared memory
//     ┌──┐ rows     ┌──┐              is read by vectors: group g of thread t begins at (g * side + t) * group
//     └──┘          └──┘
#include "expert.h"
#include "natural.h"

#ifndef REAL
#define REAL double
#endif

using Real = REAL;
// Two panels of each stay below 48 KB of shared memory.
constexpr int depth = 64 / sizeof(Real);
constexpr int group = 16 / sizeof(Real);

struct alignas(16) Group {
  Real values[group];
};

/// `count` elements of a panel's row for thread `t`.
template <int side, int count>
__device__ void fetch(const Real* row, int t, Real* values) {
#pragma unroll
  for (int g = 0; g < count / group; ++g) {
    const Group read = *reinterpret_cast<const Group*>(row + (g * side + t) * group);
#pragma unroll
    for (int e = 0; e < group; ++e) values[g * group + e] = read.values[e];
  }
}

template <int side, int high, int wide>
__global__ void __launch_bounds__(side* side)
    multiply(const Real* __restrict__ a, const Real* __restrict__ b, Real* __restrict__ c, int n) {
  constexpr int threads = side * side;
  constexpr int rows = side * high;
  constexpr int columns = side * wide;
  constexpr int loadsA = rows * depth / threads;
  constexpr int loadsB = columns * depth / threads;
  // A's panel lies transposed; the padding spreads the stores of a row over the banks.
  __shared__ alignas(16) Real panelA[2][depth][rows + group];
  __shared__ alignas(16) Real panelB[2][depth][columns];
  // A warp is 8 threads wide and 4 high, so that it reads as few different vectors of both panels as can be.
  const int thread = threadIdx.x;
  const int x = thread % 8 + thread / 32 % (side / 8) * 8;
  const int y = thread % 32 / 8 + thread / 32 / (side / 8) * 4;
  const int top = blockIdx.y * rows;
  const int left = blockIdx.x * columns;

  Real nextA[loadsA], nextB[loadsB];
  const auto read = [&](int k) {
#pragma unroll
    for (int l = 0; l < loadsA; ++l) {
      const int at = l * threads + thread;
      const int row = top + at / depth, column = k + at % depth;
      nextA[l] = row < n && column < n ? a[row * n + column] : Real(0);
    }
#pragma unroll
    for (int l = 0; l < loadsB; ++l) {
      const int at = l * threads + thread;
      const int row = k + at / columns, column = left + at % columns;
      nextB[l] = row < n && column < n ? b[row * n + column] : Real(0);
    }
  };
  const auto store = [&](int buffer) {
#pragma unroll
    for (int l = 0; l < loadsA; ++l) {
      const int at = l * threads + thread;
      panelA[buffer][at % depth][at / depth] = nextA[l];
    }
#pragma unroll
    for (int l = 0; l < loadsB; ++l) {
      const int at = l * threads + thread;
      panelB[buffer][at / columns][at % columns] = nextB[l];
    }
  };

  Real sums[high][wide] = {};
  read(0);
  store(0);
  __syncthreads();
  for (int k = 0, buffer = 0; k < n; k += depth, buffer ^= 1) {
    if (k + depth < n) read(k + depth);
#pragma unroll
    for (int d = 0; d < depth; ++d) {
      Real column[high], row[wide];
      fetch<side, high>(panelA[buffer][d], y, column);
      fetch<side, wide>(panelB[buffer][d], x, row);
#pragma unroll
      for (int i = 0; i < high; ++i)
#pragma unroll
        for (int j = 0; j < wide; ++j) sums[i][j] += column[i] * row[j];
    }
    // The other buffer was read in the round before, which the barrier below has ended.
    if (k + depth < n) store(buffer ^ 1);
    __syncthreads();
  }

#pragma unroll
  for (int i = 0; i < high; ++i)
#pragma unroll
    for (int j = 0; j < wide; ++j) {
      const int row = top + (i / group * side + y) * group + i % group;
      const int column = left + (j / group * side + x) * group + j % group;
      if (row < n && column < n) c[row * n + column] = sums[i][j];
    }
}

/// Launches with such tiles where they occupy most multiprocessors.
template <int side, int high, int wide>
bool launch(const Real* a, const Real* b, Real* c, int n, int enough) {
  const dim3 grid(blocks(n, side * wide), blocks(n, side * high));
  if (static_cast<int>(grid.x * grid.y) < enough) return false;
  multiply<side, high, wide><<<grid, side * side>>>(a, b, c, n);
  return true;
}

int main(int argc, char** argv) {
  const int n = argument(argc, argv, 1, 256);
  const long repeats = argument(argc, argv, 2, 1);
  std::vector<Real> a(n * n), b(n * n), c(n * n);
  for (int i = 0; i < n * n; ++i) {
    a[i] = noise(i);
    b[i] = noise(n * n + i);
  }
  Device<Real> as(a), bs(b), cs(c);
  // The largest tiles that still fill the device; a tile of doubles takes twice the registers.
  timed(repeats, [&] {
    if constexpr (sizeof(Real) == 4)
      if (launch<16, 8, 8>(as, bs, cs, n, 240)) return;
    if (launch<16, 8, 4>(as, bs, cs, n, 120)) return;
    if (launch<16, 4, 4>(as, bs, cs, n, 120)) return;
    launch<8, 4, 4>(as, bs, cs, n, 0);
  });
  cs.download(c);
  show("c", c.data(), n * n);
}
