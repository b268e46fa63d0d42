// Numbers by their bits: in another order, sums of these have others.
#pragma once

#include "show.h"

#include <cstring>
#include <vector>

template <class T>
void bits(const char* name, const std::vector<T>& values) {
  std::vector<unsigned> all;
  for (const T& value : values) {
    unsigned halves[2] = {};
    std::memcpy(halves, &value, sizeof(T));
    all.insert(all.end(), {halves[0], halves[1]});
  }
  show(name, all);
}
