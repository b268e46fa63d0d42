// Gravity between all pairs: a block has 32 bodies, and each of its warps sums a slice of the others that all warps
// bring into shared memory. So a few thousand bodies fill the device.
#include "expert.h"
#include "natural.h"

constexpr int slices = 8;
constexpr int threads = 32 * slices;

struct alignas(32) Body {
  double x, y, z, mass;
};

__global__ void accelerate(const Body* __restrict__ bodies, double* __restrict__ ax, double* __restrict__ ay,
                           double* __restrict__ az, int n) {
  __shared__ Body others[threads];
  __shared__ double sums[3][slices][32];
  const double softening = 1e-3;
  const int lane = threadIdx.x % 32;
  const int slice = threadIdx.x / 32;
  const int i = blockIdx.x * 32 + lane;
  const Body here = bodies[min(i, n - 1)];
  double sumX = 0, sumY = 0, sumZ = 0;
  for (int first = 0; first < n; first += threads) {
    const int j = first + threadIdx.x;
    // A body without mass pulls nobody: no test in the loop below.
    others[threadIdx.x] = j < n ? bodies[j] : Body{0, 0, 0, 0};
    __syncthreads();
#pragma unroll 8
    for (int k = 0; k < 32; ++k) {
      const Body other = others[slice * 32 + k];
      const double dx = other.x - here.x;
      const double dy = other.y - here.y;
      const double dz = other.z - here.z;
      const double inverse = rsqrt(dx * dx + dy * dy + dz * dz + softening);
      const double force = other.mass * inverse * inverse * inverse;
      sumX += force * dx;
      sumY += force * dy;
      sumZ += force * dz;
    }
    __syncthreads();
  }
  sums[0][slice][lane] = sumX;
  sums[1][slice][lane] = sumY;
  sums[2][slice][lane] = sumZ;
  __syncthreads();
  if (slice >= 3 || i >= n) return;
  double sum = 0;
  for (int s = 0; s < slices; ++s) sum += sums[slice][s][lane];
  double* const result = slice == 0 ? ax : slice == 1 ? ay : az;
  result[i] = sum;
}

int main(int argc, char** argv) {
  const int n = argument(argc, argv, 1, 2048);
  const long repeats = argument(argc, argv, 2, 1);
  std::vector<Body> bodies;
  for (int i = 0; i < n; ++i) bodies.push_back({noise(4 * i), noise(4 * i + 1), noise(4 * i + 2), noise(4 * i + 3)});
  std::vector<double> ax(n), ay(n), az(n);
  Device<Body> all(bodies);
  Device<double> x(n), y(n), z(n);
  timed(repeats, [&] { accelerate<<<blocks(n, 32), threads>>>(all, x, y, z, n); });
  x.download(ax);
  y.download(ay);
  z.download(az);
  show("ax", ax.data(), n);
  show("ay", ay.data(), n);
  show("az", az.data(), n);
}
