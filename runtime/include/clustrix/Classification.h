// Classification: what std::fpclassify, std::isless and std::div and their like say of numbers, in a kernel. nvcc
// compiles the first ones to nothing for devices, and has none of the last. The host has the library's.
//
//     std::fpclassify(x)   ──►   clustrix::fpclassify(x)            std::div(i, 7)   ──►   clustrix::div(i, 7)
#pragma once

#include "clustrix/Attributes.h"

#include <cfloat>
#include <cinttypes>
#include <cmath>
#include <cstdlib>
#include <type_traits>

namespace clustrix {

namespace runtime {

inline CLUSTRIX_HD constexpr double leastNormal(double) { return DBL_MIN; }
inline CLUSTRIX_HD constexpr float leastNormal(float) { return FLT_MIN; }

/// As a device classifies a float or a double.
template <class T>
CLUSTRIX_HD int classOf(T x) {
  const T size = x < 0 ? -x : x;
  if (x != x) return FP_NAN;
  if (size > (std::is_same_v<T, float> ? static_cast<T>(FLT_MAX) : static_cast<T>(DBL_MAX))) return FP_INFINITE;
  if (size == 0) return FP_ZERO;
  return size < leastNormal(x) ? FP_SUBNORMAL : FP_NORMAL;
}

template <class Quotient, class T>
CLUSTRIX_HD Quotient quotientOf(T dividend, T divisor) {
  Quotient result;
  result.quot = dividend / divisor;
  result.rem = dividend % divisor;
  return result;
}

/// Floating-point numbers as they are, integers as doubles: so the library's overloads take them.
template <class T>
using Real = std::conditional_t<std::is_same_v<T, float>, float, double>;

}  // namespace runtime

template <class T>
CLUSTRIX_HD int fpclassify(T x) {
  return runtime::classOf(static_cast<runtime::Real<T>>(x));
}
template <class T>
CLUSTRIX_HD bool isnormal(T x) {
  return fpclassify(x) == FP_NORMAL;
}

// Every number that they are given is a double, or is exact as one, or becomes one there as well.
template <class T, class U>
CLUSTRIX_HD bool isgreater(T x, U y) {
  return static_cast<double>(x) > static_cast<double>(y);
}
template <class T, class U>
CLUSTRIX_HD bool isgreaterequal(T x, U y) {
  return static_cast<double>(x) >= static_cast<double>(y);
}
template <class T, class U>
CLUSTRIX_HD bool isless(T x, U y) {
  return static_cast<double>(x) < static_cast<double>(y);
}
template <class T, class U>
CLUSTRIX_HD bool islessequal(T x, U y) {
  return static_cast<double>(x) <= static_cast<double>(y);
}
template <class T, class U>
CLUSTRIX_HD bool islessgreater(T x, U y) {
  return isless(x, y) || isgreater(x, y);
}
template <class T, class U>
CLUSTRIX_HD bool isunordered(T x, U y) {
  return static_cast<double>(x) != static_cast<double>(x) || static_cast<double>(y) != static_cast<double>(y);
}

inline CLUSTRIX_HD std::div_t div(int x, int y) { return runtime::quotientOf<std::div_t>(x, y); }
inline CLUSTRIX_HD std::ldiv_t div(long x, long y) { return runtime::quotientOf<std::ldiv_t>(x, y); }
inline CLUSTRIX_HD std::lldiv_t div(long long x, long long y) { return runtime::quotientOf<std::lldiv_t>(x, y); }
inline CLUSTRIX_HD std::ldiv_t ldiv(long x, long y) { return runtime::quotientOf<std::ldiv_t>(x, y); }
inline CLUSTRIX_HD std::lldiv_t lldiv(long long x, long long y) { return runtime::quotientOf<std::lldiv_t>(x, y); }
inline CLUSTRIX_HD std::imaxdiv_t imaxdiv(std::intmax_t x, std::intmax_t y) {
  return runtime::quotientOf<std::imaxdiv_t>(x, y);
}

}  // namespace clustrix
