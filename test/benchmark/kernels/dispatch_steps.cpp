// A loop over eight arrays, like that of dispatch.cpp, in time steps: from the second on its arrays are where they were, and all that is left of a
// launch is to start kernels.
#include "clock.h"

[[clustrix::cluster]]
void steps(double* a, double* b, double* c, double* d, const double* p, const double* q, const double* r,
           const double* s, int n, int calls) {
  for (int t = 0; t < calls; ++t)
    for (int i = 0; i < n; ++i) {
      a[i] = 0.5 * a[i] + p[i];
      b[i] = 0.5 * b[i] + q[i];
      c[i] = 0.5 * c[i] + r[i];
      d[i] = 0.5 * d[i] + s[i];
    }
}

int main() {
  constexpr int calls = 2000;
  std::vector<double> x[8];
  for (auto& array : x) array.assign(64, 1.0);
  auto* volatile call = &steps;  // else the compiler would leave out most of the original's steps
  measure(5, [&] {
    call(x[0].data(), x[1].data(), x[2].data(), x[3].data(), x[4].data(), x[5].data(), x[6].data(), x[7].data(), 1,
         calls);
  });
  std::printf("check %#.12g\n", x[0][0] + x[3][0]);
}
