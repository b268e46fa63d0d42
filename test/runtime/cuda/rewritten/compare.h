// What the programs of this folder end with: the results of annotated functions against those of the same text without
// the attribute. Sums of integers and of multiples of 1/4 are exact, in whatever order.
#pragma once

#include <cstddef>
#include <cstdio>
#include <vector>

template <class T>
bool same(const char* name, const std::vector<T>& is, const std::vector<T>& shouldBe) {
  for (std::size_t k = 0; k < is.size(); ++k) {
    if (is[k] == shouldBe[k]) continue;
    std::printf("wrong %s[%zu]: %g instead of %g\n", name, k, static_cast<double>(is[k]),
                static_cast<double>(shouldBe[k]));
    return false;
  }
  return true;
}

template <class T>
int rightWith(const std::vector<T>& values) {
  double sum = 0;
  for (const T& value : values) sum += static_cast<double>(value);
  std::printf("right %.17g\n", sum);
  return 0;
}
