// Elementary functions of complex numbers, in doubles; those of floats are these, rounded.
//
//     exp, log, sqrt, sinh, tanh      formulas that neither overflow nor cancel on the way
//     asinh, acos, atanh              Kahan, Branch Cuts for Complex Elementary Functions, 1987
//     the others                      turned by a quarter: sin(z) = -i sinh(iz)
//
// Zeros keep their signs, which tell the two sides of a branch cut, and what comes of infinities and NaN is annex G's
// of C. The numbers come within a few units in the last place of the C library's.
#pragma once

#ifdef __CUDA_ARCH__

#include <cmath>
#include <limits>

#include "clustrix/complex/Parts.h"

namespace clustrix::complex {

using Number = Parts<double>;

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr double nan = std::numeric_limits<double>::quiet_NaN();
constexpr double halfPi = 1.5707963267948966;

CLUSTRIX_HD inline bool isAnyInfinite(Number z) { return isInfinite(z.real) || isInfinite(z.imaginary); }
CLUSTRIX_HD inline bool isAnyNan(Number z) { return isNan(z.real) || isNan(z.imaginary); }
/// iz and -iz.
CLUSTRIX_HD inline Number turned(Number z) { return {-z.imaginary, z.real}; }
CLUSTRIX_HD inline Number turnedBack(Number z) { return {z.imaginary, -z.real}; }
CLUSTRIX_HD inline Number conjugate(Number z) { return {z.real, -z.imaginary}; }
CLUSTRIX_HD inline Number multiply(Number x, Number y) {
  return {x.real * y.real - x.imaginary * y.imaginary, x.real * y.imaginary + x.imaginary * y.real};
}

/// scale e^x (a + bi), also where e^x alone would overflow. 0 < scale <= 1.
CLUSTRIX_HD inline Number timesExp(double x, double a, double b, double scale = 1) {
  constexpr double most = 709;
  for (int i = 0; i < 2 && x > most; ++i, x -= most) a *= ::exp(most), b *= ::exp(most);
  const double factor = ::exp(x) * scale;
  return {factor * a, factor * b};
}

CLUSTRIX_HD inline Number exp(Number z) {
  const double x = z.real, y = z.imaginary;
  if (y == 0) return {::exp(x), y};
  if (isInfinite(x) && x < 0) return isFinite(y) ? Number{0 * ::cos(y), 0 * ::sin(y)} : Number{0, ::copysign(0.0, y)};
  if (isInfinite(x)) return isFinite(y) ? Number{x * ::cos(y), x * ::sin(y)} : Number{x, nan};
  return isFinite(y) ? timesExp(x, ::cos(y), ::sin(y)) : Number{nan, nan};
}

/// a*a + b*b - 1, where that is near 0: products and sums with what they round off. a >= b.
CLUSTRIX_HD inline double squaresLessOne(double a, double b) {
  const double aa = a * a, bb = b * b;
  const double first = aa - 1;
  const double low = ::fma(a, a, -aa) + ::fma(b, b, -bb) + (aa - (first + 1));
  const double sum = first + bb;
  const double part = sum - first;
  return sum + (((first - (sum - part)) + (bb - part)) + low);
}

CLUSTRIX_HD inline Number log(Number z) {
  const double angle = ::atan2(z.imaginary, z.real);
  double a = ::fabs(z.real), b = ::fabs(z.imaginary);
  if (a < b) {
    const double other = a;
    a = b, b = other;
  }
  const double size = ::hypot(a, b);
  if (size > 0.75 && size < 1.4) return {0.5 * ::log1p(squaresLessOne(a, b)), angle};
  if (a > 0x1p1020 && isFinite(a)) return {::log(::hypot(a * 0x1p-4, b * 0x1p-4)) + ::log(16.0), angle};
  if (a < 0x1p-1000 && a > 0) return {::log(::hypot(a * 0x1p60, b * 0x1p60)) - ::log(0x1p60), angle};
  return {::log(size), angle};
}

CLUSTRIX_HD inline Number sqrt(Number z) {
  double x = z.real, y = z.imaginary;
  if (x == 0 && y == 0) return {0, y};
  if (isInfinite(y)) return {infinity, y};
  if (isNan(x)) return {nan, nan};
  if (isInfinite(x)) {
    const double other = isNan(y) ? nan : ::copysign(0.0, y);
    return x > 0 ? Number{x, other} : Number{::fabs(other), ::copysign(infinity, y)};
  }
  double scale = 1;
  if (::fabs(x) > 0x1p1020 || ::fabs(y) > 0x1p1020)
    x *= 0.0625, y *= 0.0625, scale = 4;
  else if (::fabs(x) < 0x1p-960 && ::fabs(y) < 0x1p-960)
    x *= 0x1p108, y *= 0x1p108, scale = 0x1p-54;
  const double larger = ::sqrt((::fabs(x) + ::hypot(x, y)) * 0.5);
  const double smaller = y / (2 * larger);
  if (x >= 0) return {scale * larger, scale * smaller};
  return {scale * ::fabs(smaller), ::copysign(scale * larger, y)};
}

CLUSTRIX_HD inline Number sinh(Number z) {
  const double x = z.real, y = z.imaginary;
  if (y == 0) return {::sinh(x), y};
  if (!isFinite(y)) return {x == 0 ? x : isInfinite(x) ? infinity : nan, nan};
  if (isNan(x)) return {nan, nan};
  if (x == 0) return {x * ::cos(y), ::sin(y)};
  if (isInfinite(x)) return {x * ::cos(y), infinity * ::sin(y)};
  if (::fabs(x) < 22) return {::sinh(x) * ::cos(y), ::cosh(x) * ::sin(y)};
  return timesExp(::fabs(x), ::copysign(1.0, x) * ::cos(y), ::sin(y), 0.5);
}

CLUSTRIX_HD inline Number cosh(Number z) {
  const double x = z.real, y = z.imaginary;
  if (y == 0) return {::cosh(x), isNan(x) ? y : ::copysign(1.0, x) * y};
  if (!isFinite(y)) return x == 0 ? Number{nan, 0} : Number{isInfinite(x) ? infinity : nan, nan};
  if (isNan(x)) return {nan, nan};
  if (x == 0) return {::cos(y), x * ::sin(y)};
  if (isInfinite(x)) return {infinity * ::cos(y), x * ::sin(y)};
  if (::fabs(x) < 22) return {::cosh(x) * ::cos(y), ::sinh(x) * ::sin(y)};
  return timesExp(::fabs(x), ::cos(y), ::copysign(1.0, x) * ::sin(y), 0.5);
}

CLUSTRIX_HD inline Number tanh(Number z) {
  const double x = z.real, y = z.imaginary;
  if (y == 0) return {::tanh(x), y};
  if (isInfinite(x)) return {::copysign(1.0, x), ::copysign(0.0, isFinite(y) ? ::sin(y) * ::cos(y) : y)};
  if (!isFinite(y)) return {x == 0 ? x : nan, nan};
  if (isNan(x)) return {nan, nan};
  if (::fabs(x) >= 22) return {::copysign(1.0, x), 4 * ::sin(y) * ::cos(y) * ::exp(-2 * ::fabs(x))};
  const double t = ::tan(y), s = ::sinh(x);
  const double beta = 1 + t * t;
  const double divisor = 1 + beta * s * s;
  if (isInfinite(t)) return {::sqrt(1 + s * s) / s, 1 / t};
  return {beta * ::sqrt(1 + s * s) * s / divisor, t / divisor};
}

CLUSTRIX_HD inline Number sin(Number z) { return turnedBack(sinh(turned(z))); }
CLUSTRIX_HD inline Number cos(Number z) { return cosh(turned(z)); }
CLUSTRIX_HD inline Number tan(Number z) { return turnedBack(tanh(turned(z))); }

/// Whether z squared and more is beyond all numbers, or 1 nothing beside z.
CLUSTRIX_HD inline bool isLarge(Number z) { return ::fabs(z.real) > 0x1p400 || ::fabs(z.imaginary) > 0x1p400; }
/// log |2z|.
CLUSTRIX_HD inline double logTwice(Number z) { return log(z).real + 0.6931471805599453; }

CLUSTRIX_HD inline Number asinh(Number z) {
  const double x = z.real, y = z.imaginary;
  if (isAnyInfinite(z)) return {::copysign(infinity, x), ::atan2(y, ::fabs(x))};
  if (isAnyNan(z)) return {nan, y == 0 ? y : nan};
  if (::fabs(x) < 0x1p-30 && ::fabs(y) < 0x1p-30) return z;
  if (isLarge(z)) return {::copysign(logTwice(z), x), ::atan2(y, ::fabs(x))};
  // Of iz, whose arcsine this is: 1 - iz and 1 + iz.
  const Number below = sqrt({1 + y, -x}), above = sqrt({1 - y, x});
  return {::asinh(multiply(conjugate(above), below).imaginary * -1), ::atan2(y, multiply(below, above).real)};
}
CLUSTRIX_HD inline Number asin(Number z) { return turnedBack(asinh(turned(z))); }

CLUSTRIX_HD inline Number acos(Number z) {
  const double x = z.real, y = z.imaginary;
  if (isAnyInfinite(z)) return {::atan2(::fabs(y), x), -::copysign(infinity, y)};
  if (isAnyNan(z)) return {x == 0 ? halfPi : nan, nan};
  if (isLarge(z)) return {::atan2(::fabs(y), x), -::copysign(logTwice(z), y)};
  const Number below = sqrt({1 - x, -y}), above = sqrt({1 + x, y});
  return {2 * ::atan2(::fabs(below.real), above.real), ::asinh(multiply(conjugate(above), below).imaginary)};
}
CLUSTRIX_HD inline Number acosh(Number z) {
  const Number w = acos(z);
  return {::fabs(w.imaginary), ::copysign(w.real, z.imaginary)};
}

CLUSTRIX_HD inline Number atanh(Number z) {
  const double x = z.real, y = z.imaginary;
  if (isAnyInfinite(z)) return {::copysign(0.0, x), isNan(y) ? nan : ::copysign(halfPi, y)};
  if (isAnyNan(z)) return {x == 0 ? x : nan, nan};
  const double size = ::hypot(x, y);
  if (size > 0x1p60) return {x / size / size, ::copysign(halfPi, y)};
  if (size < 0x1p-30) return z;
  const double a = 1 - ::fabs(x), b = 1 + ::fabs(x);
  const double square = a * a + y * y;
  const double real =
      square > 0x1p-900 ? 0.25 * ::log1p(4 * ::fabs(x) / square) : 0.5 * (::log(::hypot(b, y)) - ::log(::hypot(a, y)));
  return {::copysign(real, x), 0.5 * ::atan2(2 * y, a * b - y * y)};
}
CLUSTRIX_HD inline Number atan(Number z) { return turnedBack(atanh(turned(z))); }

}  // namespace clustrix::complex

#endif
