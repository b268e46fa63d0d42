// What is read where one of two conditions holds.
#include "show.h"

[[clustrix::cluster]]
void late_or_all(double* out, const double* in, int n, bool all) {
  for (int i = 0; i < n; ++i)  // want: parallel
    if (i >= 300 || all) out[i] = 2 * in[i];
}

int main() {
  Random random(3);
  std::vector<double> in(1000), out(1000);
  random.fillUnit(in);
  for (const bool all : {false, true}) {
    late_or_all(out.data(), in.data(), 1000, all);
    show("out", out.data(), 1000);
  }
}
