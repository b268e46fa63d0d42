// Extremes: std::min, max and clamp of numbers by value, with the library's results: of equal numbers the first, and
// the first where one is no number.
//
//     greatest = std::max(greatest, a[i])     *(greatest < a[i] ? &a[i] : &greatest)     an address is chosen: nvcc
//                                                                                        keeps `greatest` in memory
//     greatest = clustrix::larger(greatest, a[i])   greatest < a[i] ? a[i] : greatest    in a register
#pragma once

#include "clustrix/Attributes.h"

namespace clustrix {

template <class T>
CLUSTRIX_HD constexpr T smaller(T a, T b) {
  return b < a ? b : a;
}
template <class T>
CLUSTRIX_HD constexpr T larger(T a, T b) {
  return a < b ? b : a;
}
template <class T>
CLUSTRIX_HD constexpr T clamped(T value, T least, T greatest) {
  return smaller(larger(value, least), greatest);
}

}  // namespace clustrix
