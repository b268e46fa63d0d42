// The softmax of each row of a matrix.
#include "natural.h"

#include <algorithm>
#include <cmath>
#include <vector>

[[clustrix::cluster]]
void softmax(const float* in, float* out, int rows, int columns) {
  for (int i = 0; i < rows; ++i) {
    float greatest = in[i * columns];
    for (int j = 1; j < columns; ++j) greatest = std::max(greatest, in[i * columns + j]);
    float sum = 0;
    for (int j = 0; j < columns; ++j) {
      out[i * columns + j] = std::exp(in[i * columns + j] - greatest);
      sum += out[i * columns + j];
    }
    for (int j = 0; j < columns; ++j) out[i * columns + j] /= sum;
  }
}

int main(int argc, char** argv) {
  const int rows = static_cast<int>(argument(argc, argv, 1, 100));
  const int columns = static_cast<int>(argument(argc, argv, 2, 500));
  const long repeats = argument(argc, argv, 3, 1);
  std::vector<float> in(rows * columns), out(rows * columns);
  for (int i = 0; i < rows * columns; ++i) in[i] = static_cast<float>(10 * noise(i));
  for ([[maybe_unused]] long r : Repeats(repeats)) softmax(in.data(), out.data(), rows, columns);
  show("out", out.data(), rows * columns);
}
