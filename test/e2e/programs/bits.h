// Numbers by their bits: in another order, sums of these have others. Of NaN there is one kind: which bits one has that
// comes out of arithmetic, or of a choice that ptxas makes FMNMX.NAN of, is the processor's own.
#pragma once

#include "show.h"

#include <cstring>
#include <vector>

template <class T>
void bits(const char* name, const std::vector<T>& values) {
  std::vector<unsigned> all;
  for (const T& value : values) {
    unsigned halves[2] = {~0u, ~0u};  // of NaN
    if (value == value) {
      halves[0] = halves[1] = 0;
      std::memcpy(halves, &value, sizeof(T));
    }
    all.insert(all.end(), {halves[0], halves[1]});
  }
  show(name, all);
}
