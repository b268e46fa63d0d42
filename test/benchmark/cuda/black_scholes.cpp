// The prices of European options after Black and Scholes: erf, exp and log of independent elements.
#include "natural.h"

#include <cmath>
#include <vector>

double normal(double x) { return 0.5 * (1 + std::erf(x / std::sqrt(2.0))); }

[[clustrix::cluster]]
void price(const double* spot, const double* strike, const double* years, double rate, double volatility, double* call,
           double* put, int n) {
  for (int i = 0; i < n; ++i) {
    const double spread = volatility * std::sqrt(years[i]);
    const double d1 = (std::log(spot[i] / strike[i]) + (rate + 0.5 * volatility * volatility) * years[i]) / spread;
    const double d2 = d1 - spread;
    const double discounted = strike[i] * std::exp(-rate * years[i]);
    call[i] = spot[i] * normal(d1) - discounted * normal(d2);
    put[i] = discounted * normal(-d2) - spot[i] * normal(-d1);
  }
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
  for ([[maybe_unused]] long r : Repeats(repeats))
    price(spot.data(), strike.data(), years.data(), 0.02, 0.3, call.data(), put.data(), n);
  show("call", call.data(), n);
  show("put", put.data(), n);
}
