// black_scholes.cpp by hand: a thread an option.
#include "expert.h"
#include "natural.h"

constexpr int threads = 128;

__device__ double normal(double x) { return 0.5 + 0.5 * erf(x * 0.70710678118654752440); }

__global__ void price(const double* __restrict__ spot, const double* __restrict__ strike,
                      const double* __restrict__ years, double rate, double volatility, double* __restrict__ call,
                      double* __restrict__ put, int n) {
  const int i = blockIdx.x * threads + threadIdx.x;
  if (i >= n) return;
  const double s = spot[i], k = strike[i], t = years[i];
  const double spread = volatility * sqrt(t);
  const double d1 = (log(s / k) + (rate + 0.5 * volatility * volatility) * t) / spread;
  const double n1 = normal(d1), n2 = normal(d1 - spread);
  const double discounted = k * exp(-rate * t);
  const double c = s * n1 - discounted * n2;
  call[i] = c;
  put[i] = c - s + discounted;  // the parity of put and call, from 1 - normal(d) = normal(-d)
}

int main(int argc, char** argv) {
  const int n = static_cast<int>(argument(argc, argv, 1, 10000));
  const long repeats = argument(argc, argv, 2, 1);
  std::vector<double> spot(n), strike(n), years(n), call(n), put(n);
  for (int i = 0; i < n; ++i) {
    spot[i] = 50 + 100 * noise(3UL * i);
    strike[i] = 50 + 100 * noise(3UL * i + 1);
    years[i] = 0.25 + 4 * noise(3UL * i + 2);
  }
  Device<double> spots(spot), strikes(strike), times(years), calls(n), puts(n);
  timed(repeats, [&] { price<<<blocks(n, threads), threads>>>(spots, strikes, times, 0.02, 0.3, calls, puts, n); });
  calls.download(call);
  puts.download(put);
  show("call", call.data(), n);
  show("put", put.data(), n);
}
