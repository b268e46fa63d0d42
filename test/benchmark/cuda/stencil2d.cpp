// One sweep of the 5-point stencil over the inside of a square.
#include "natural.h"

#include <vector>

[[clustrix::cluster]]
void sweep(const std::vector<double>& in, std::vector<double>& out, int n) {
  for (int i = 1; i < n - 1; ++i)
    for (int j = 1; j < n - 1; ++j)
      out[i * n + j] = 0.5 * in[i * n + j] +
                       0.125 * (in[(i - 1) * n + j] + in[(i + 1) * n + j] + in[i * n + j - 1] + in[i * n + j + 1]);
}

int main(int argc, char** argv) {
  const int n = argument(argc, argv, 1, 1000);
  const long repeats = argument(argc, argv, 2, 1);
  std::vector<double> in(n * n), out(n * n);
  for (int i = 0; i < n * n; ++i) in[i] = noise(i);
  for ([[maybe_unused]] long r : Repeats(repeats)) sweep(in, out, n);
  show("out", out.data(), n * n);
}
