// Branches in the body: if, else, else if, the conditional operator, switch, and conditions over counters.
#include "show.h"

[[clustrix::cluster]]
void classify(const int* a, int* kind, double* weight, int n) {
  for (int i = 0; i < n; ++i) {  // want: parallel
    if (a[i] < 100) {
      kind[i] = 1;
      weight[i] = 0.5 * a[i];
    } else if (a[i] < 500 || a[i] == 777) {
      kind[i] = 2;
      weight[i] = a[i] - 100;
    } else {
      kind[i] = a[i] % 2 == 0 ? 3 : 4;
      weight[i] = kind[i] == 3 ? 1.5 : -1.5;
    }
  }
}

[[clustrix::cluster]]
void by_switch(const int* a, int* out, int n) {
  for (int i = 0; i < n; ++i) {  // want: parallel
    int v = a[i];
    switch (v % 5) {
      case 0:
        v += 1000;
        break;
      case 1:
      case 2:
        v = -v;
        break;
      case 3:
        v ^= 255;
        [[fallthrough]];
      default:
        v *= 3;
    }
    out[i] = v;
  }
}

[[clustrix::cluster]]
void edges(double* g, int rows, int columns) {
  for (int r = 0; r < rows; ++r)           // want: parallel
    for (int c = 0; c < columns; ++c) {    // want: parallel
      if (r == 0 || c == 0 || r == rows - 1 || c == columns - 1)
        g[r * columns + c] = 1.0;
      else if ((r + c) % 2 == 0)
        g[r * columns + c] = 0.5 * g[r * columns + c];
    }
}

[[clustrix::cluster]]
void invariant(double* a, const double* b, int n, bool add, int mode) {
  for (int i = 0; i < n; ++i) {  // want: parallel
    if (add) a[i] += b[i];
    if (mode > 1 && !add) a[i] *= b[i];
  }
}

int main() {
  Random random(18);
  const int n = 14009;
  std::vector<int> a(n), kind(n), out(n);
  std::vector<double> weight(n), g(101 * 97), b(n);
  random.fillBelow(a, 1000);
  random.fillUnit(b);
  classify(a.data(), kind.data(), weight.data(), n);
  show("kind", kind);
  show("weight", weight);
  by_switch(a.data(), out.data(), n);
  show("switch", out);
  random.fillUnit(g);
  edges(g.data(), 101, 97);
  show("edges", g);
  invariant(weight.data(), b.data(), n, true, 2);
  invariant(weight.data(), b.data(), n, false, 2);
  invariant(weight.data(), b.data(), n, false, 1);
  show("invariant", weight);
}
