// Spectra of signals, by FFTW: one plan, made before the loop, that each iteration executes on arrays of its own.
#include <fftw3.h>

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <vector>

/// The energy of each signal at each frequency, of windows that overlap.
[[clustrix::cluster]]
void periodograms(const std::vector<double>& signal, std::vector<double>& energy, int windows, int n, int hop) {
  std::vector<double> first(n), second(n + 2);
  const fftw_plan plan =
      fftw_plan_dft_r2c_1d(n, first.data(), reinterpret_cast<fftw_complex*>(second.data()), FFTW_ESTIMATE);
  const int frequencies = n / 2 + 1;
  for (int w = 0; w < windows; ++w) {
    std::vector<double> samples(n);
    std::vector<double> spectrum(n + 2);
    for (int t = 0; t < n; ++t) samples[t] = signal[w * hop + t] * (0.5 - 0.5 * std::cos(6.283185307179586 * t / n));
    fftw_execute_dft_r2c(plan, samples.data(), reinterpret_cast<fftw_complex*>(spectrum.data()));
    for (int f = 0; f < frequencies; ++f)
      energy[w * frequencies + f] = spectrum[2 * f] * spectrum[2 * f] + spectrum[2 * f + 1] * spectrum[2 * f + 1];
  }
  fftw_destroy_plan(plan);
}

/// Transforms rows in place. How long they are, only the plan knows, so that the author has to say that they are apart.
[[clustrix::cluster]]
void transformRows(fftw_plan plan, fftw_complex* rows, int count, int n) {
  [[clustrix::independent]]
  for (int r = 0; r < count; ++r)
    fftw_execute_dft(plan, rows + r * n, rows + r * n);
}

int main(int argc, char** argv) {
  const int n = argc > 1 ? std::atoi(argv[1]) : 256, windows = 90, hop = n / 4;
  std::vector<double> signal(windows * hop + n), energy(windows * (n / 2 + 1));
  for (std::size_t t = 0; t < signal.size(); ++t) signal[t] = std::sin(0.05 * t) + 0.5 * std::cos(0.002 * t * t);
  periodograms(signal, energy, windows, n, hop);
  for (int w = 0; w < windows; w += 17)
    for (int f = 1; f < n / 2; f *= 4) std::printf("energy %.6f\n", energy[w * (n / 2 + 1) + f]);

  const int count = 64;
  fftw_complex* const rows = fftw_alloc_complex(count * n);
  const fftw_plan plan = fftw_plan_dft_1d(n, rows, rows, FFTW_FORWARD, FFTW_ESTIMATE);
  for (int i = 0; i < count * n; ++i) {
    rows[i][0] = 1.0 / (1 + i % 37);
    rows[i][1] = i % 11 - 5.0;
  }
  transformRows(plan, rows, count, n);
  for (int r = 0; r < count; r += 9) std::printf("row %.6f %.6f\n", rows[r * n + 3][0], rows[r * n + 3][1]);
  fftw_destroy_plan(plan);
  fftw_free(rows);
}
