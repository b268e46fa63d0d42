#include "eos.h"

#include <cstdio>
#include <vector>

#define SQUARE(x) (x)

[[clustrix::cluster]]
void step(const Gas& gas, const std::vector<double>& rho, const std::vector<double>& e, std::vector<double>& p,
          std::vector<double>& c) {
  for (std::size_t i = 0; i < rho.size(); ++i) {  // want: parallel
    p[i] = pressure(gas, rho[i], e[i]);
    c[i] = gas.sound(rho[i], p[i]);
  }
}

[[clustrix::cluster]]
void fluxes(const std::vector<double>& p, std::vector<double>& f) {
  for (std::size_t i = 0; i + 1 < p.size(); ++i) f[i] = flux::hll(p[i], p[i + 1], 3);  // want: parallel
}

[[clustrix::cluster]]
void count(std::vector<double>& f) {
  for (std::size_t i = 0; i < f.size(); ++i) f[i] = counted(f[i]);
}

int main() {
  const int n = 20000;
  std::vector<double> rho(n, 1.5), e(n), p(n), c(n), f(n);
  for (int i = 0; i < n; ++i) e[i] = SQUARE(i * 0.01) - 3;
  step({1.4, 0.25}, rho, e, p, c);
  fluxes(p, f);
  count(f);
  double sum = 0;
  for (int i = 0; i < n; ++i) sum += p[i] + c[i] * i + f[i];
  std::printf("%.17g\n", sum);
}
