// Compiled in two folders, each with its own amounts.h, and once more with another definition: three files whose text
// is one, and whose anonymous functions, variables and kernels are three.
#include "amounts.h"

#include <cstddef>
#include <vector>

namespace {

int calls = 0;

[[clustrix::cluster]] void scale(std::vector<double>& values) {
  for (std::size_t i = 0; i < values.size(); ++i) values[i] = values[i] * AMOUNT;
}

}  // namespace

double NAME(int size) {
  std::vector<double> values(static_cast<std::size_t>(size), 1.0);
  scale(values);
  return values.back() + ++calls;
}
