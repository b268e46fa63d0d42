// Independent tridiagonal systems by Thomas's algorithm, one behind the other.
#include "natural.h"

#include <vector>

[[clustrix::cluster]]
void solve(const double* lower, const double* diagonal, const double* upper, const double* right, double* ratio,
           double* x, int systems, int n) {
  for (int s = 0; s < systems; ++s) {
    const int first = s * n;
    ratio[first] = upper[first] / diagonal[first];
    x[first] = right[first] / diagonal[first];
    for (int i = first + 1; i < first + n; ++i) {
      const double pivot = diagonal[i] - lower[i] * ratio[i - 1];
      ratio[i] = upper[i] / pivot;
      x[i] = (right[i] - lower[i] * x[i - 1]) / pivot;
    }
    for (int i = first + n - 2; i >= first; --i) x[i] -= ratio[i] * x[i + 1];
  }
}

int main(int argc, char** argv) {
  const int systems = static_cast<int>(argument(argc, argv, 1, 300));
  const int n = static_cast<int>(argument(argc, argv, 2, 100));
  const long repeats = argument(argc, argv, 3, 1);
  const int all = systems * n;
  std::vector<double> lower(all), diagonal(all), upper(all), right(all), ratio(all), x(all);
  for (int i = 0; i < all; ++i) {
    lower[i] = noise(4UL * i) - 0.5;
    upper[i] = noise(4UL * i + 1) - 0.5;
    diagonal[i] = 2 + noise(4UL * i + 2);
    right[i] = noise(4UL * i + 3);
  }
  for ([[maybe_unused]] long r : Repeats(repeats))
    solve(lower.data(), diagonal.data(), upper.data(), right.data(), ratio.data(), x.data(), systems, n);
  show("x", x.data(), all);
}
