// The picture of a training run: its losses from left to right, on a logarithmic scale.
#pragma once

#include "../picture.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

namespace picture {

/// Writes a picture of the positive `values` to `path`. False, with a message, when that is not possible.
inline bool curve(const std::string& path, const std::vector<double>& values) {
  constexpr int width = 480, height = 270, margin = 12;
  std::vector<Pixel> pixels(static_cast<std::size_t>(width) * height, Pixel{255, 255, 255});
  const auto dot = [&](int x, int y, Pixel colour) {
    if (x >= 0 && x < width && y >= 0 && y < height) pixels[static_cast<std::size_t>(y * width + x)] = colour;
  };
  const auto [least, most] = std::minmax_element(values.begin(), values.end());
  const double bottom = std::log10(*least), range = std::max(std::log10(*most) - bottom, 1e-9);
  const auto rowOf = [&](double value) {
    const double share = (std::log10(value) - bottom) / range;
    return height - 1 - margin - static_cast<int>(share * (height - 2 * margin - 1));
  };
  for (int power = static_cast<int>(std::floor(bottom)); power <= bottom + range; ++power)  // a line for each decade
    if (power >= bottom)
      for (int x = margin; x < width - margin; ++x) dot(x, rowOf(std::pow(10.0, power)), {205, 205, 205});
  int before = rowOf(values.front());
  for (int x = margin; x < width - margin; ++x) {
    const auto at = static_cast<std::size_t>(x - margin) * values.size() / static_cast<std::size_t>(width - 2 * margin);
    const int row = rowOf(values[at]);
    for (int y = std::min(before, row); y <= std::max(before, row); ++y)
      for (int thick = 0; thick < 2; ++thick) dot(x, y + thick, {28, 32, 150});
    before = row;
  }
  return write(path, pixels, width, height);
}

}  // namespace picture
