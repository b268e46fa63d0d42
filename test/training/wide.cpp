// One row through wide layers, again and again: the layer's outputs are what there is to divide.
#include <cmath>
#include <cstdio>
#include <vector>

[[clustrix::cluster]]
void linear(float* out, const float* in, const float* weight, int rows, int ins, int outs) {
  for (int r = 0; r < rows; ++r)
    for (int o = 0; o < outs; ++o) {
      float sum = 0;
      for (int i = 0; i < ins; ++i) sum += in[r * ins + i] * weight[o * ins + i];
      out[r * outs + o] = std::tanh(sum);
    }
}

[[clustrix::cluster]]
void think(float* row, float* next, const float* weight, int size, int steps) {
  for (int step = 0; step < steps; ++step) {
    linear(next, row, weight, 1, size, size);
    linear(row, next, weight, 1, size, size);
  }
}

int main() {
  const int size = 300;
  std::vector<float> row(size), next(size), weight(size * size);
  for (int i = 0; i < size; ++i) row[i] = std::sin(static_cast<float>(i));
  for (int k = 0; k < size * size; ++k) weight[k] = std::cos(static_cast<float>(k * 7 % 1000)) / 12;
  think(row.data(), next.data(), weight.data(), size, 20);
  for (int i = 0; i < size; i += 100) std::printf("%d %a\n", i, row[i]);
}
