// Sort: std::sort of numbers, for an array of an iteration's own. The host has the library's.
//
//     double window[9]; ...; std::sort(window, window + 9);      ──►      clustrix::sort(window, window + 9);
//
// On a device equal numbers keep their order up to 64 of them, as the library's do up to 16. That shows in the signs of
// zeros alone.
#pragma once

#include "clustrix/Attributes.h"

#include <algorithm>

namespace clustrix {

namespace runtime {

template <class T>
CLUSTRIX_HD void insertionSort(T* values, long count) {
  for (long i = 1; i < count; ++i) {
    const T moved = values[i];
    long at = i;
    for (; at > 0 && moved < values[at - 1]; --at) values[at] = values[at - 1];
    values[at] = moved;
  }
}

/// What stands at `top` sinks to its place in the heap.
template <class T>
CLUSTRIX_HD void sink(T* values, long top, long count) {
  const T moved = values[top];
  for (long below = 2 * top + 1; below < count; below = 2 * top + 1) {
    if (below + 1 < count && values[below] < values[below + 1]) ++below;
    if (!(moved < values[below])) break;
    values[top] = values[below];
    top = below;
  }
  values[top] = moved;
}

template <class T>
CLUSTRIX_HD void heapSort(T* values, long count) {
  for (long top = count / 2; top-- > 0;) sink(values, top, count);
  for (long last = count; last-- > 1;) {
    const T greatest = values[0];
    values[0] = values[last];
    values[last] = greatest;
    sink(values, 0, last);
  }
}

/// As a device sorts.
template <class T>
CLUSTRIX_HD void sortInPlace(T* values, long count) {
  constexpr long few = 64;
  if (count <= few)
    insertionSort(values, count);
  else
    heapSort(values, count);
}

}  // namespace runtime

/// Between two pointers to numbers.
template <class Pointer>
CLUSTRIX_HD void sort(Pointer first, Pointer last) {
#if defined(__CUDA_ARCH__)
  runtime::sortInPlace(first, static_cast<long>(last - first));
#else
  std::sort(first, last);
#endif
}

}  // namespace clustrix
