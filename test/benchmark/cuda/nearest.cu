// nearest.cpp by hand: a thread keeps two points in registers; the centres lie in shared memory, where all lanes read
// the same one at once, for both points.
#include "expert.h"
#include "natural.h"

constexpr int threads = 128, each = 2;

template <int dimensions>
__global__ void assign(const double* __restrict__ point, const double* __restrict__ centre, int* __restrict__ nearest,
                       int points, int centres) {
  extern __shared__ double2 shared[];  // of double2, so that two numbers are read at once
  double* centreHere = reinterpret_cast<double*>(shared);
  for (int i = threadIdx.x; i < centres * dimensions; i += threads) centreHere[i] = centre[i];
  __syncthreads();
  const int first = blockIdx.x * threads * each + threadIdx.x;
  double mine[each][dimensions], least[each];
  int place[each] = {};
#pragma unroll
  for (int p = 0; p < each; ++p) {
    least[p] = 1e300;
    const double* from = point + min(first + p * threads, points - 1) * dimensions;
#pragma unroll
    for (int d = 0; d < dimensions; ++d) mine[p][d] = from[d];
  }
#pragma unroll 2
  for (int c = 0; c < centres; ++c) {
    double distance[each] = {};
#pragma unroll
    for (int d = 0; d < dimensions; ++d) {
      const double there = centreHere[c * dimensions + d];
#pragma unroll
      for (int p = 0; p < each; ++p) distance[p] += (mine[p][d] - there) * (mine[p][d] - there);
    }
#pragma unroll
    for (int p = 0; p < each; ++p)
      if (distance[p] < least[p]) {
        least[p] = distance[p];
        place[p] = c;
      }
  }
#pragma unroll
  for (int p = 0; p < each; ++p)
    if (first + p * threads < points) nearest[first + p * threads] = place[p];
}

int main(int argc, char** argv) {
  const int points = static_cast<int>(argument(argc, argv, 1, 2000));
  const int centres = static_cast<int>(argument(argc, argv, 2, 16));
  const int dimensions = static_cast<int>(argument(argc, argv, 3, 8));
  const long repeats = argument(argc, argv, 4, 1);
  std::vector<double> point(points * dimensions), centre(centres * dimensions);
  std::vector<int> nearest(points);
  for (int i = 0; i < points * dimensions; ++i) point[i] = noise(i);
  for (int i = 0; i < centres * dimensions; ++i) centre[i] = noise(points * dimensions + i);
  const auto kernel = dimensions == 2    ? assign<2>
                      : dimensions == 3  ? assign<3>
                      : dimensions == 4  ? assign<4>
                      : dimensions == 8  ? assign<8>
                      : dimensions == 16 ? assign<16>
                                         : nullptr;
  const std::size_t shared = centre.size() * sizeof(double);
  if (!kernel || shared > 48 << 10) {
    std::fprintf(stderr, "2, 3, 4, 8 or 16 dimensions, and centres of 48 KB at most\n");
    return 1;
  }
  Device<double> input(point), centresThere(centre);
  Device<int> output(points);
  timed(repeats, [&] {
    kernel<<<blocks(points, threads * each), threads, shared>>>(input, centresThere, output, points, centres);
  });
  output.download(nearest);
  show("nearest", nearest.data(), points);
}
