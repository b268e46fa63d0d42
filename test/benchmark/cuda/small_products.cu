// Products of pairs of 16 x 16 matrices: 64 threads a pair, each with 2 x 2 elements, from shared memory by vectors.
#include "expert.h"
#include "natural.h"

constexpr int side = 16;
constexpr int pairs = 4;

__global__ void multiply(const double2* __restrict__ a, const double2* __restrict__ b, double2* __restrict__ c,
                         int count) {
  // In vectors of two: a row is 8 of them, and A's have a ninth so that a column's rows lie in different banks.
  __shared__ double2 left[pairs][side][9];
  __shared__ double2 right[pairs][side][8];
  const int pair = threadIdx.y;
  const int p = blockIdx.x * pairs + pair;
  const int across = threadIdx.x % 8;
  const int down = threadIdx.x / 8;
  const int base = p * side * 8;
  if (p < count) {
    left[pair][down][across] = a[base + threadIdx.x];
    left[pair][down + 8][across] = a[base + 64 + threadIdx.x];
    right[pair][down][across] = b[base + threadIdx.x];
    right[pair][down + 8][across] = b[base + 64 + threadIdx.x];
  }
  __syncthreads();
  if (p >= count) return;
  double2 upper = {0, 0};
  double2 lower = {0, 0};
#pragma unroll
  for (int k = 0; k < 8; ++k) {
    const double2 a0 = left[pair][2 * down][k];
    const double2 a1 = left[pair][2 * down + 1][k];
    const double2 b0 = right[pair][2 * k][across];
    const double2 b1 = right[pair][2 * k + 1][across];
    upper.x += a0.x * b0.x;
    upper.y += a0.x * b0.y;
    lower.x += a1.x * b0.x;
    lower.y += a1.x * b0.y;
    upper.x += a0.y * b1.x;
    upper.y += a0.y * b1.y;
    lower.x += a1.y * b1.x;
    lower.y += a1.y * b1.y;
  }
  c[base + 2 * down * 8 + across] = upper;
  c[base + (2 * down + 1) * 8 + across] = lower;
}

int main(int argc, char** argv) {
  const int count = argument(argc, argv, 1, 4096);
  const long repeats = argument(argc, argv, 2, 1);
  const int elements = count * side * side;
  std::vector<double> a(elements), b(elements), c(elements);
  for (int i = 0; i < elements; ++i) {
    a[i] = noise(i);
    b[i] = noise(elements + i);
  }
  Device<double> as(a), bs(b), cs(c);
  timed(repeats, [&] {
    multiply<<<blocks(count, pairs), dim3(64, pairs)>>>(reinterpret_cast<const double2*>(as.data()),
                                                        reinterpret_cast<const double2*>(bs.data()),
                                                        reinterpret_cast<double2*>(cs.data()), count);
  });
  cs.download(c);
  show("c", c.data(), elements);
}
