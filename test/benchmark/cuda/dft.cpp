// The discrete Fourier transform of each row of real numbers, by its definition: the frequencies below half the
// sampling rate, of which the others are the conjugates.
#include "natural.h"

#include <cmath>
#include <numbers>
#include <vector>

[[clustrix::cluster]]
void transform(const double* signal, const double* cosine, const double* sine, double* real, double* imaginary,
               int rows, int n) {
  for (int row = 0; row < rows; ++row)
    for (int k = 0; k < n / 2; ++k) {
      double re = 0, im = 0;
      for (int j = 0; j < n; ++j) {
        re += signal[row * n + j] * cosine[j * k % n];
        im -= signal[row * n + j] * sine[j * k % n];
      }
      real[row * (n / 2) + k] = re;
      imaginary[row * (n / 2) + k] = im;
    }
}

int main(int argc, char** argv) {
  const int rows = static_cast<int>(argument(argc, argv, 1, 20));
  const int n = static_cast<int>(argument(argc, argv, 2, 100));
  const long repeats = argument(argc, argv, 3, 1);
  const int found = rows * (n / 2);
  std::vector<double> signal(rows * n), cosine(n), sine(n), real(found), imaginary(found);
  for (int i = 0; i < rows * n; ++i) signal[i] = noise(i);
  for (int i = 0; i < n; ++i) {
    cosine[i] = std::cos(2 * std::numbers::pi * i / n);
    sine[i] = std::sin(2 * std::numbers::pi * i / n);
  }
  for ([[maybe_unused]] long r : Repeats(repeats))
    transform(signal.data(), cosine.data(), sine.data(), real.data(), imaginary.data(), rows, n);
  show("real", real.data(), found);
  show("imaginary", imaginary.data(), found);
}
