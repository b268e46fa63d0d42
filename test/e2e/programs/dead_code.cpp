// Statements that no iteration reaches: behind an unconditional continue, in a loop that never runs, after a return.
#include "show.h"

inline double early(double x) {
  return x + 1;
  x = 0;
}

[[clustrix::cluster]]
void behind_continue(double* a, const double* b, int n) {
  for (int i = 0; i < n; ++i) {  // want: parallel
    if (b[i] > 0.5) {
      a[i] = b[i];
    }
    continue;
    a[i] = -7;
  }
}

[[clustrix::cluster]]
void behind_inner_continue(double* a, const double* b, int n) {
  for (int i = 0; i < n; ++i) {    // want: parallel
    for (int j = 0; j < 4; ++j) {  // want: parallel
      if (j > 4) a[4 * i + j] = b[i];
      continue;
      a[4 * i + j] = 9;
    }
  }
}

[[clustrix::cluster]]
void nested_continue(double* a, const double* b, int n) {
  for (int i = 0; i < n; ++i) {  // want: parallel
    if (b[i] > 0.25) {
      if (b[i] > 0.75) continue;
    }
    a[i] = b[i] * 2;
  }
}

[[clustrix::cluster]]
void behind_return(double* a, int n) {
  for (int i = 0; i < n; ++i)  // want: parallel
    a[i] = early(a[i]);
}

int main() {
  Random random(77);
  const int n = 4001;
  std::vector<double> a(4 * n, 3.0), b(n);
  for (double& x : b) x = random.unit();
  behind_continue(a.data(), b.data(), n);
  show("continue", a);
  behind_inner_continue(a.data(), b.data(), n);
  show("inner", a);
  nested_continue(a.data(), b.data(), n);
  show("nested", a);
  behind_return(a.data(), n);
  show("return", a);
}
