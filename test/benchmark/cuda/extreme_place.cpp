// Argmin: the least element and where it first occurs.
#include "natural.h"

#include <vector>

struct Extreme {
  double value;
  long place;
};

[[clustrix::cluster]]
Extreme least(const double* a, long n) {
  double value = a[0];
  long place = 0;
  for (long i = 1; i < n; ++i)
    if (a[i] < value) {
      value = a[i];
      place = i;
    }
  return {value, place};
}

int main(int argc, char** argv) {
  const long n = argument(argc, argv, 1, 200000);
  const long repeats = argument(argc, argv, 2, 1);
  std::vector<double> a(n);
  for (long i = 0; i < n; ++i) a[i] = noise(i);
  Extreme found{};
  for ([[maybe_unused]] long r : Repeats(repeats)) found = least(a.data(), n);
  show("value", &found.value, 1);
  show("place", &found.place, 1);
}
