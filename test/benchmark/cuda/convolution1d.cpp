// A signal filtered by 31 weights, where the filter lies within the signal.
#include "natural.h"

#include <vector>

constexpr int taps = 31;

[[clustrix::cluster]]
void convolve(const double* signal, const double* weight, double* filtered, int n) {
  for (int i = 0; i < n - taps + 1; ++i) {
    double sum = 0;
    for (int k = 0; k < taps; ++k) sum += weight[k] * signal[i + k];
    filtered[i] = sum;
  }
}

int main(int argc, char** argv) {
  const int n = static_cast<int>(argument(argc, argv, 1, 50000));
  const long repeats = argument(argc, argv, 2, 1);
  std::vector<double> signal(n), weight(taps), filtered(n - taps + 1);
  for (int i = 0; i < n; ++i) signal[i] = noise(i);
  for (int k = 0; k < taps; ++k) weight[k] = noise(n + k) - 0.3;
  for ([[maybe_unused]] long r : Repeats(repeats)) convolve(signal.data(), weight.data(), filtered.data(), n);
  show("filtered", filtered.data(), n - taps + 1);
}
