// A loop of one iteration over eight arrays, again and again: what reaching a loop costs, wherever it then runs.
#include "clock.h"

[[clustrix::cluster]]
void step(double* a, double* b, double* c, double* d, const double* p, const double* q, const double* r,
          const double* s, int n) {
  for (int i = 0; i < n; ++i) {
    a[i] = p[i] + 1;
    b[i] = q[i] + 1;
    c[i] = r[i] + 1;
    d[i] = s[i] + 1;
  }
}

int main() {
  constexpr int calls = 2000;
  std::vector<double> x[8];
  for (auto& array : x) array.assign(64, 1.0);
  auto* volatile call = &step;  // else the compiler would leave out most of the original's calls
  measure(5, [&] {
    for (int t = 0; t < calls; ++t)
      call(x[0].data(), x[1].data(), x[2].data(), x[3].data(), x[4].data(), x[5].data(), x[6].data(), x[7].data(), 1);
  });
  std::printf("check %#.12g\n", x[0][0] + x[3][0]);
}
