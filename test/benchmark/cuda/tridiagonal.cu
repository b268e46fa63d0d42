// tridiagonal.cpp by hand: a warp a system, all of it in registers, so that each number is read or written once.
//
//   lane 0: x0 x1 x2 x3 | lane 1: x4 x5 x6 x7 | ...    each lane eliminates what lies between its first and its last
//           x0       x3 |         x4       x7          and then its first;
//                    x3 |                  x7          the 32 last are found by parallel cyclic reduction.
//
// After Wang 1981 and Hockney 1965. It needs no pivoting for the same reason as Thomas's algorithm.
#include "expert.h"
#include "natural.h"

constexpr int threads = 128, warps = threads / 32;

/// A warp's window to `n` numbers: they go between memory, side by side, and `each` in a row a lane, through shared
/// memory. A number of padding after each lane's keeps the lanes in different banks.
template <int each>
class Window {
 public:
  __device__ Window(double* shared, int n) : shared_(shared), n_(n), lane_(threadIdx.x % 32) {}

  __device__ void read(const double* __restrict__ from, double otherwise, double (&mine)[each]) const {
    __syncwarp();
#pragma unroll
    for (int k = 0; k < each; ++k) {
      const int i = k * 32 + lane_;
      shared_[i + i / each] = i < n_ ? from[i] : otherwise;
    }
    __syncwarp();
#pragma unroll
    for (int k = 0; k < each; ++k) mine[k] = shared_[lane_ * (each + 1) + k];
  }

  __device__ void write(const double (&mine)[each], double* __restrict__ to) const {
    __syncwarp();
#pragma unroll
    for (int k = 0; k < each; ++k) shared_[lane_ * (each + 1) + k] = mine[k];
    __syncwarp();
#pragma unroll
    for (int k = 0; k < each; ++k) {
      const int i = k * 32 + lane_;
      if (i < n_) to[i] = shared_[i + i / each];
    }
  }

 private:
  double* shared_;
  int n_;
  int lane_;
};

/// An equation a * x[before] + x + c * x[after] = d; what before and after are changes as unknowns are eliminated.
struct Equation {
  double a, c, d;
};

__device__ double fromLane(double mine, int lane, bool there) {
  const double value = __shfl_sync(~0U, mine, lane);
  return there ? value : 0;
}

/// Lane l's x, where its equation is about lanes l - 1 and l + 1.
__device__ double solveLanes(Equation e) {
  const int lane = threadIdx.x % 32;
#pragma unroll
  for (int distance = 1; distance < 32; distance *= 2) {
    const int left = lane - distance, right = lane + distance;
    const double la = fromLane(e.a, left, left >= 0), lc = fromLane(e.c, left, left >= 0),
                 ld = fromLane(e.d, left, left >= 0), ra = fromLane(e.a, right, right < 32),
                 rc = fromLane(e.c, right, right < 32), rd = fromLane(e.d, right, right < 32);
    const double scale = 1 / (1 - e.a * lc - e.c * ra);
    e = {-scale * e.a * la, -scale * e.c * rc, scale * (e.d - e.a * ld - e.c * rd)};
  }
  return e.d;
}

template <int each>
__global__ void solve(const double* __restrict__ lower, const double* __restrict__ diagonal,
                      const double* __restrict__ upper, const double* __restrict__ right, double* __restrict__ x,
                      int systems, int n) {
  __shared__ double shared[warps][32 * (each + 1)];
  const int system = blockIdx.x * warps + threadIdx.x / 32, lane = threadIdx.x % 32;
  if (system >= systems) return;
  const long first = static_cast<long>(system) * n;
  const Window<each> window(shared[threadIdx.x / 32], n);
  double a[each], b[each], c[each], d[each];
  window.read(lower + first, 0, a);
  window.read(diagonal + first, 1, b);
  window.read(upper + first, 0, c);
  window.read(right + first, 0, d);
  if (lane == 0) a[0] = 0;
#pragma unroll
  for (int k = 0; k < each; ++k)
    if (lane * each + k == n - 1) c[k] = 0;

  // downwards: a's unknown becomes the lane's first
#pragma unroll
  for (int k = 0; k < each; ++k) {
    const bool inner = k > 1;
    const double scale = 1 / (inner ? b[k] - a[k] * c[k - 1] : b[k]);
    d[k] = scale * (inner ? d[k] - a[k] * d[k - 1] : d[k]);
    c[k] *= scale;
    a[k] = inner ? -scale * a[k] * a[k - 1] : scale * a[k];
  }
  // upwards: c's unknown becomes the lane's last
#pragma unroll
  for (int k = each - 3; k > 0; --k) {
    d[k] -= c[k] * d[k + 1];
    a[k] -= c[k] * a[k + 1];
    c[k] *= -c[k + 1];
  }
  const double scale = 1 / (1 - c[0] * a[1]);
  const Equation head{scale * a[0], -scale * c[0] * c[1], scale * (d[0] - c[0] * d[1])};
  const Equation tail{a[each - 1], c[each - 1], d[each - 1]};

  // the firsts, put into the equations of the lasts
  const bool hasNext = lane < 31;
  const Equation next{fromLane(head.a, lane + 1, hasNext), fromLane(head.c, lane + 1, hasNext),
                      fromLane(head.d, lane + 1, hasNext)};
  const double pivot = 1 / (1 - tail.a * head.c - tail.c * next.a);
  const double last = solveLanes(
      {-pivot * tail.a * head.a, -pivot * tail.c * next.c, pivot * (tail.d - tail.a * head.d - tail.c * next.d)});
  const double before = fromLane(last, lane - 1, lane > 0);
  const double leading = head.d - head.a * before - head.c * last;
  double found[each];
  found[0] = leading;
  found[each - 1] = last;
#pragma unroll
  for (int k = 1; k < each - 1; ++k) found[k] = d[k] - a[k] * leading - c[k] * last;
  window.write(found, x + first);
}

int main(int argc, char** argv) {
  const int systems = static_cast<int>(argument(argc, argv, 1, 300));
  const int n = static_cast<int>(argument(argc, argv, 2, 100));
  const long repeats = argument(argc, argv, 3, 1);
  const int all = systems * n;
  std::vector<double> lower(all), diagonal(all), upper(all), right(all), x(all);
  for (int i = 0; i < all; ++i) {
    lower[i] = noise(4UL * i) - 0.5;
    upper[i] = noise(4UL * i + 1) - 0.5;
    diagonal[i] = 2 + noise(4UL * i + 2);
    right[i] = noise(4UL * i + 3);
  }
  const auto kernel = n <= 128 ? solve<4> : n <= 256 ? solve<8> : n <= 512 ? solve<16> : nullptr;
  if (!kernel) {
    std::fprintf(stderr, "systems of 512 unknowns at most\n");
    return 1;
  }
  Device<double> a(lower), b(diagonal), c(upper), d(right), found(all);
  timed(repeats, [&] { kernel<<<blocks(systems, warps), threads>>>(a, b, c, d, found, systems, n); });
  found.download(x);
  show("x", x.data(), all);
}
