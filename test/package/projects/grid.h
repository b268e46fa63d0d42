#pragma once

#include <vector>

/// Each element the mean of itself and its neighbours.
template <class T>
[[clustrix::cluster]] void smooth(std::vector<T>& out, const std::vector<T>& in) {
  for (int i = 1; i + 1 < static_cast<int>(in.size()); ++i) out[i] = (in[i - 1] + in[i] + in[i + 1]) / 3;
}

void fill(std::vector<double>& values);
double total(const std::vector<double>& values);
