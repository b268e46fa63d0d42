// Products of many pairs of 16 x 16 matrices.
#include "natural.h"

#include <vector>

constexpr int side = 16;

[[clustrix::cluster]]
void multiply(const std::vector<double>& a, const std::vector<double>& b, std::vector<double>& c, int count) {
  for (int p = 0; p < count; ++p)
    for (int i = 0; i < side; ++i)
      for (int j = 0; j < side; ++j) {
        double sum = 0;
        for (int k = 0; k < side; ++k) sum += a[(p * side + i) * side + k] * b[(p * side + k) * side + j];
        c[(p * side + i) * side + j] = sum;
      }
}

int main(int argc, char** argv) {
  const int count = argument(argc, argv, 1, 4096);
  const long repeats = argument(argc, argv, 2, 1);
  const int elements = count * side * side;
  std::vector<double> a(elements), b(elements), c(elements);
  for (int i = 0; i < elements; ++i) {
    a[i] = noise(i);
    b[i] = noise(elements + i);
  }
  for ([[maybe_unused]] long r : Repeats(repeats)) multiply(a, b, c, count);
  show("c", c.data(), elements);
}
