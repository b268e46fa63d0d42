// Nothing here is public but by a template, after which nvcc names nothing.
#include <cstddef>
#include <vector>

template <typename T>
[[clustrix::cluster]] void fill(std::vector<T>& values) {
  for (std::size_t i = 0; i < values.size(); ++i) values[i] = static_cast<T>(i % 7);
}

template void fill<double>(std::vector<double>&);
