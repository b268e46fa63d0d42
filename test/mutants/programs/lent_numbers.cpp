// A number of the function's own that a loop writes through its address, and the host reads by its name.
#include "show.h"

[[clustrix::cluster]]
double lent(double* values, int n, int rounds) {
  double last = 0, sum = 0;
  double* const cell = &last;
  for (int round = 0; round < rounds; ++round) {
    for (int i = 0; i < n; ++i)  // want: parallel
      values[i] = 0.5 * values[i] + round;
    for (int i = 0; i < 1; ++i)  // may: parallel, idle
      cell[i] = values[i + round];
    sum = 2 * sum + last;
  }
  return sum;
}

int main() {
  Random random(9);
  std::vector<double> values(1000);
  random.fillUnit(values);
  put("lent", lent(values.data(), 1000, 5));
  show("values", values.data(), 1000);
}
