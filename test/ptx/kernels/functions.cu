// The mathematical library in device code, and what is exact to the last bit, against the host's.
#include <cmath>

#include "check.h"

constexpr int functions = 20;
constexpr int exactOnes = 9;  // the first so many agree in all bits

__host__ __device__ double value(int function, double x, double y) {
  switch (function) {
    case 0: return x * y;
    case 1: return x / y;
    case 2: return sqrt(fabs(x));
    case 3: return fmin(x, y);
    case 4: return copysign(x, y);
    case 5: return floor(x) + ceil(y) * 0.5;
    case 6: return rint(x) - trunc(y);
    case 7: return static_cast<float>(x) / (static_cast<float>(y) + 0.5f);
    case 8: return fma(x, y, -x);
    case 9: return sin(x * 1e6);  // far from zero, where the argument's reduction is long
    case 10: return cos(x) * tan(y);
    case 11: return exp(-fabs(x)) + expm1(y / 100);
    case 12: return log(fabs(x) + 1e-9) + log1p(fabs(y));
    case 13: return pow(fabs(x), 1.3);
    case 14: return atan2(x, y);
    case 15: return hypot(x, y) + cbrt(x);
    case 16: return erf(x) + tanh(y);
    case 17: return fmod(x * 1000, y);
    case 18: return static_cast<double>(expf(static_cast<float>(x) / 8) + sinf(static_cast<float>(y) * 1000.f));
    default: return static_cast<double>(logf(fabsf(static_cast<float>(x)) + 1.f) * cosf(static_cast<float>(y)));
  }
}

__global__ void evaluate(double* out, const double* x, const double* y, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    for (int k = 0; k < functions; ++k) out[i * functions + k] = value(k, x[i], y[i]);
}

int main() {
  const int n = 500;
  std::vector<double> x(n), y(n);
  for (int i = 0; i < n; ++i) {
    x[i] = static_cast<double>(static_cast<long long>(mixed(i) >> 20)) / 3e12 - 2.5;
    y[i] = static_cast<double>(static_cast<long long>(mixed(i + n) >> 20)) / 4e12 - 1.75;
  }
  OnDevice<double> onX(x), onY(y), results(std::vector<double>(n * functions));
  evaluate<<<(n + 63) / 64, 64>>>(results.data(), onX.data(), onY.data(), n);
  const std::vector<double> got = results.get();
  Tally tally;
  for (int i = 0; i < n * functions; ++i) {
    const int function = i % functions;
    const double expected = value(function, x[i / functions], y[i / functions]);
    const double tolerance = function < exactOnes ? 0 : function < 18 ? 1e-13 : 1e-6;
    tally.check(std::fabs(got[i] - expected) <= tolerance * std::fmax(1, std::fabs(expected)), "function", function);
  }
  return tally.status();
}
