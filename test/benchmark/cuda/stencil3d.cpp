// One sweep of the 7-point stencil over the inside of a cube.
#include "natural.h"

#include <vector>

[[clustrix::cluster]]
void sweep(const std::vector<double>& in, std::vector<double>& out, int n) {
  for (int i = 1; i < n - 1; ++i)
    for (int j = 1; j < n - 1; ++j)
      for (int k = 1; k < n - 1; ++k)
        out[(i * n + j) * n + k] =
            0.4 * in[(i * n + j) * n + k] +
            0.1 * (in[((i - 1) * n + j) * n + k] + in[((i + 1) * n + j) * n + k] + in[(i * n + j - 1) * n + k] +
                   in[(i * n + j + 1) * n + k] + in[(i * n + j) * n + k - 1] + in[(i * n + j) * n + k + 1]);
}

int main(int argc, char** argv) {
  const int n = argument(argc, argv, 1, 100);
  const long repeats = argument(argc, argv, 2, 1);
  std::vector<double> in(n * n * n), out(n * n * n);
  for (int i = 0; i < n * n * n; ++i) in[i] = noise(i);
  for ([[maybe_unused]] long r : Repeats(repeats)) sweep(in, out, n);
  show("out", out.data(), n * n * n);
}
