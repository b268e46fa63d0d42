// A 7 x 7 filter over the inside of an image of floats.
#include "natural.h"

#include <vector>

constexpr int reach = 3;
constexpr int size = 2 * reach + 1;

[[clustrix::cluster]]
void filter(const std::vector<float>& image, const std::vector<float>& weights, std::vector<float>& out, int width,
            int height) {
  for (int y = reach; y < height - reach; ++y)
    for (int x = reach; x < width - reach; ++x) {
      float sum = 0;
      for (int dy = 0; dy < size; ++dy)
        for (int dx = 0; dx < size; ++dx)
          sum += weights[dy * size + dx] * image[(y + dy - reach) * width + x + dx - reach];
      out[y * width + x] = sum;
    }
}

int main(int argc, char** argv) {
  const int width = argument(argc, argv, 1, 512);
  const int height = argument(argc, argv, 2, 512);
  const long repeats = argument(argc, argv, 3, 1);
  std::vector<float> image(width * height), weights(size * size), out(width * height);
  for (int i = 0; i < width * height; ++i) image[i] = noise(i);
  for (int i = 0; i < size * size; ++i) weights[i] = noise(i + 1000000) / (size * size);
  for ([[maybe_unused]] long r : Repeats(repeats)) filter(image, weights, out, width, height);
  show("out", out.data(), width * height);
}
