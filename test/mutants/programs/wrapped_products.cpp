// Products of unsigned numbers that wrap around to one element: 2 * k * 2^31 is 0 in 32 bits.
#include "show.h"

[[clustrix::cluster]]
void into_one(double* to, const double* from, unsigned n) {
  for (unsigned i = 0; i < n; i += 2)  // may: parallel, idle
    to[i * 0x80000000u] = to[i * 0x80000000u] * 0.5 + from[i];
}

int main() {
  Random random(5);
  std::vector<double> from(1000), to(8, 1.0);
  random.fillUnit(from);
  into_one(to.data(), from.data(), 1000);
  show("to", to.data(), 8);
}
