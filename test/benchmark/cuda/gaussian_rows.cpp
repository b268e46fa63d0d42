// A Gaussian blur of an image, first along its rows, then along its columns; the border's pixels go on outside.
#include "natural.h"

#include <algorithm>
#include <cmath>
#include <vector>

constexpr int radius = 5;

[[clustrix::cluster]]
void blur(const std::vector<float>& image, const std::vector<float>& weight, std::vector<float>& between,
          std::vector<float>& blurred, int width, int height) {
  for (int y = 0; y < height; ++y)
    for (int x = 0; x < width; ++x) {
      float sum = 0;
      for (int k = -radius; k <= radius; ++k)
        sum += weight[k + radius] * image[y * width + std::clamp(x + k, 0, width - 1)];
      between[y * width + x] = sum;
    }
  for (int y = 0; y < height; ++y)
    for (int x = 0; x < width; ++x) {
      float sum = 0;
      for (int k = -radius; k <= radius; ++k)
        sum += weight[k + radius] * between[std::clamp(y + k, 0, height - 1) * width + x];
      blurred[y * width + x] = sum;
    }
}

int main(int argc, char** argv) {
  const int width = static_cast<int>(argument(argc, argv, 1, 200));
  const int height = static_cast<int>(argument(argc, argv, 2, 150));
  const long repeats = argument(argc, argv, 3, 1);
  const int pixels = width * height;
  std::vector<float> image(pixels), between(pixels), blurred(pixels), weight(2 * radius + 1);
  for (int i = 0; i < pixels; ++i) image[i] = static_cast<float>(noise(i));
  float sum = 0;
  for (int k = -radius; k <= radius; ++k) sum += weight[k + radius] = std::exp(-k * k / 8.0F);
  for (float& w : weight) w /= sum;
  for ([[maybe_unused]] long r : Repeats(repeats)) blur(image, weight, between, blurred, width, height);
  show("blurred", blurred.data(), pixels);
}
