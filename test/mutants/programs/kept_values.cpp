// Variables that do not keep the value of their declaration, in the subscripts of what a loop reads.
#include "show.h"

[[clustrix::cluster]]
void shifted(double* a, const double* b, int n, bool far) {
  int shift = 0;
  if (far) shift = 3;
  for (int i = 0; i < n; ++i)  // want: parallel
    a[i] = 2 * b[i + shift];
}

[[clustrix::cluster]]
void shifted_by_lambda(double* a, const double* b, int n, bool far) {
  int shift = 0;
  const auto move = [&shift] { shift = 3; };
  if (far) move();
  for (int i = 0; i < n; ++i)  // want: parallel
    a[i] = 3 * b[i + shift];
}

int main() {
  Random random(7);
  std::vector<double> b(403), a(400);
  random.fillUnit(b);
  for (const bool far : {false, true}) {
    shifted(a.data(), b.data(), 400, far);
    show("shifted", a.data(), 400);
    shifted_by_lambda(a.data(), b.data(), 400, far);
    show("shifted_by_lambda", a.data(), 400);
  }
}
