// How far CUDA's <cmath> is from the host's: the table of docs/device-functions.md.
//
//     nvcc -std=c++20 -O2 -fmad=false -arch=compute_90 functions.cu -o functions && ./functions
//
// For each function the share of arguments with the host's bits, and the greatest distance in units in the last place.
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <limits>
#include <random>
#include <type_traits>
#include <vector>

namespace {

constexpr int count = 4000;

template <class T>
struct Arguments {
  T x, y;
};

#define FUNCTIONS(ONE)                                                                                              \
  ONE(sqrt, std::sqrt(x), 0, 1e6)                                                                                   \
  ONE(fma, std::fma(x, y, x), -10, 10)                                                                              \
  ONE(fmod, std::fmod(x, y), -100, 100)                                                                             \
  ONE(remainder, std::remainder(x, y), -100, 100)                                                                   \
  ONE(floor ceil trunc round rint, std::floor(x) + std::ceil(x) + std::trunc(x) + std::round(x) + std::rint(x), -50, 50) \
  ONE(ldexp, std::ldexp(x, 7), -100, 100)                                                                           \
  ONE(logb, std::logb(x), 1e-6, 1e6)                                                                                \
  ONE(fmin fmax fdim copysign, std::fmin(x, y) + std::fmax(x, y) * 3 + std::fdim(x, y) + std::copysign(x, y), -9, 9) \
  ONE(hypot, std::hypot(x, y), -100, 100)                                                                           \
  ONE(cbrt, std::cbrt(x), -100, 100)                                                                                \
  ONE(exp, std::exp(x), -20, 20)                                                                                    \
  ONE(exp2, std::exp2(x), -20, 20)                                                                                  \
  ONE(expm1, std::expm1(x), -5, 5)                                                                                  \
  ONE(log, std::log(x), 0, 1000)                                                                                    \
  ONE(log2, std::log2(x), 0, 1000)                                                                                  \
  ONE(log10, std::log10(x), 0, 1000)                                                                                \
  ONE(log1p, std::log1p(x), -0.9, 10)                                                                               \
  ONE(pow, std::pow(x, y), 0, 12)                                                                                   \
  ONE(sin, std::sin(x), -30, 30)                                                                                    \
  ONE(cos, std::cos(x), -30, 30)                                                                                    \
  ONE(tan, std::tan(x), -30, 30)                                                                                    \
  ONE(asin, std::asin(x), -1, 1)                                                                                    \
  ONE(acos, std::acos(x), -1, 1)                                                                                    \
  ONE(atan, std::atan(x), -30, 30)                                                                                  \
  ONE(atan2, std::atan2(x, y), -30, 30)                                                                             \
  ONE(sinh, std::sinh(x), -10, 10)                                                                                  \
  ONE(cosh, std::cosh(x), -10, 10)                                                                                  \
  ONE(tanh, std::tanh(x), -5, 5)                                                                                    \
  ONE(asinh, std::asinh(x), -50, 50)                                                                                \
  ONE(acosh, std::acosh(x), 1, 50)                                                                                  \
  ONE(atanh, std::atanh(x), -1, 1)                                                                                  \
  ONE(erf, std::erf(x), -4, 4)                                                                                      \
  ONE(erfc, std::erfc(x), -4, 8)                                                                                    \
  ONE(tgamma, std::tgamma(x), 0.1, 20)                                                                              \
  ONE(lgamma, std::lgamma(x), 0.1, 50)

template <class T>
__host__ __device__ T value(int function, T x, T y) {
  int number = 0;
#define ONE(name, expression, from, to) \
  if (function == number++) return expression;
  FUNCTIONS(ONE)
#undef ONE
  return 0;
}

template <class T>
__global__ void run(int function, const Arguments<T>* in, T* out) {
  const int i = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
  if (i < count) out[i] = value(function, in[i].x, in[i].y);
}

/// Numbers in their order, as integers.
template <class T>
long long place(T x) {
  using Bits = std::conditional_t<sizeof(T) == 8, std::int64_t, std::int32_t>;
  Bits bits;
  std::memcpy(&bits, &x, sizeof x);
  return bits < 0 ? -static_cast<long long>(bits & std::numeric_limits<Bits>::max()) : static_cast<long long>(bits);
}

struct Measured {
  double same = 0;
  long long greatest = 0;
};

template <class T>
Measured measure(int function, double from, double to) {
  std::mt19937_64 generator(static_cast<unsigned>(function) + 1);
  std::uniform_real_distribution<double> draw(from, to);
  std::vector<Arguments<T>> in(count);
  for (Arguments<T>& one : in) one = {static_cast<T>(draw(generator)), static_cast<T>(draw(generator))};
  std::vector<T> out(count);
  Arguments<T>* deviceIn = nullptr;
  T* deviceOut = nullptr;
  cudaMalloc(&deviceIn, count * sizeof(Arguments<T>));
  cudaMalloc(&deviceOut, count * sizeof(T));
  cudaMemcpy(deviceIn, in.data(), count * sizeof(Arguments<T>), cudaMemcpyHostToDevice);
  run<T><<<(count + 127) / 128, 128>>>(function, deviceIn, deviceOut);
  cudaMemcpy(out.data(), deviceOut, count * sizeof(T), cudaMemcpyDeviceToHost);
  cudaFree(deviceIn);
  cudaFree(deviceOut);
  Measured measured;
  for (int i = 0; i < count; ++i) {
    const auto at = static_cast<std::size_t>(i);
    const T expected = value(function, in[at].x, in[at].y);
    const long long distance = std::llabs(place(expected) - place(out[at]));
    measured.same += distance == 0 ? 100.0 / count : 0;
    if (distance > measured.greatest) measured.greatest = distance;
  }
  return measured;
}

}  // namespace

int main() {
  std::printf("| function | double: same bits | ulps at most | float: same bits | ulps at most |\n");
  std::printf("| --- | --- | --- | --- | --- |\n");
  int number = 0;
#define ONE(name, expression, from, to)                                                                     \
  {                                                                                                         \
    const Measured d = measure<double>(number, from, to), f = measure<float>(number, from, to);             \
    std::printf("| `%s` | %.1f %% | %lld | %.1f %% | %lld |\n", #name, d.same, d.greatest, f.same, f.greatest); \
    ++number;                                                                                               \
  }
  FUNCTIONS(ONE)
#undef ONE
}
