// Loops inside a serial time loop: swapped buffers, several fields, host work in between, changing bounds.
#include "show.h"

#include <utility>

[[clustrix::cluster]]
void heat(double* u, double* next, int rows, int columns, int steps) {
  for (int t = 0; t < steps; ++t) {           // want: serial
    for (int r = 1; r < rows - 1; ++r)        // want: parallel
      for (int c = 1; c < columns - 1; ++c)   // want: parallel
        next[r * columns + c] = u[r * columns + c] + 0.2 * (u[(r - 1) * columns + c] + u[(r + 1) * columns + c] +
                                                            u[r * columns + c - 1] + u[r * columns + c + 1] -
                                                            4 * u[r * columns + c]);
    std::swap(u, next);
  }
}

[[clustrix::cluster]]
void wave(std::vector<double>& e, std::vector<double>& h, int n, int steps) {
  for (int t = 0; t < steps; ++t) {  // want: serial
    e[0] = std::sin(0.1 * t);
    for (int i = 1; i < n; ++i)  // want: parallel
      e[i] += 0.5 * (h[i] - h[i - 1]);
    for (int i = 0; i < n - 1; ++i)  // want: parallel
      h[i] += 0.5 * (e[i + 1] - e[i]);
    if (t == 20) h[n / 2] = 2;
  }
}

[[clustrix::cluster]]
void eliminate(double* a, int n) {
  for (int k = 0; k < n - 1; ++k)            // want: serial
    for (int i = k + 1; i < n; ++i) {        // want: parallel
      const double f = a[i * n + k] / a[k * n + k];
      for (int j = k; j < n; ++j)            // want: parallel
        a[i * n + j] -= f * a[k * n + j];
    }
}

[[clustrix::cluster]]
int until_still(double* x, double* y, int n, double limit) {
  int steps = 0;
  double change = limit + 1;
  while (change > limit && steps < 100) {  // want: serial
    change = 0;
    for (int i = 1; i < n - 1; ++i)  // want: parallel
      y[i] = 0.5 * (x[i - 1] + x[i + 1]);
    for (int i = 1; i < n - 1; ++i) {  // want: parallel
      change = std::fmax(change, std::fabs(y[i] - x[i]));
      x[i] = y[i];
    }
    ++steps;
  }
  return steps;
}

int main() {
  Random random(43);
  const int rows = 60, columns = 47, n = 2003;
  std::vector<double> u(rows * columns), next, e(n), h(n), a(61 * 61), x(301), y(301);
  random.fillUnit(u);
  next = u;
  heat(u.data(), next.data(), rows, columns, 25);
  show("u", u);
  show("next", next);
  heat(u.data(), next.data(), rows, columns, 0);
  wave(e, h, n, 40);
  show("e", e);
  show("h", h);
  random.fillUnit(a);
  for (int i = 0; i < 61; ++i) a[i * 61 + i] += 40;
  eliminate(a.data(), 61);
  show("upper", a);
  random.fillUnit(x);
  put("steps", until_still(x.data(), y.data(), 301, 0.02));
  show("x", x);
}
