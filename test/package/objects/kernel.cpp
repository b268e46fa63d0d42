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

[[clustrix::cluster]] static void shift(std::vector<double>& values) {
  for (std::size_t i = 0; i < values.size(); ++i) values[i] = values[i] + 10 * AMOUNT;
}

// By another name in each file.
#define CLASS_OF(name) name##Class
#define CLASS(name) CLASS_OF(name)
struct CLASS(NAME) {
  std::vector<double> values;
  [[clustrix::cluster]] double sum() const {
    double sum = 0;
    for (std::size_t i = 0; i < values.size(); ++i) sum += values[i] * AMOUNT;
    return sum / static_cast<double>(values.size());
  }
};

double NAME(int size) {
  std::vector<double> values(static_cast<std::size_t>(size), 1.0);
  scale(values);
  shift(values);
  return CLASS(NAME){values}.sum() + ++calls;
}
