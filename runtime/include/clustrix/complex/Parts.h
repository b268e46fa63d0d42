// Products and quotients of complex numbers as pairs of their parts, with the bits of GCC's on a host.
//
//     (a + bi)(c + di)     four products, and infinities recovered where both parts came out as NaN (C, annex G)
//     (a + bi)/(c + di)    libgcc's: of floats by way of doubles, of doubles scaled, then Smith's method
//                          (Baudin and Smith, A robust complex division in Scilab, 2012); before GCC 12 Smith's alone
//
// The compiler's flags count as they do on the host: -fcx-limited-range and -ffast-math, which a preprocessor sees.
#pragma once

#include <limits>
#include <type_traits>

#include "clustrix/Attributes.h"

namespace clustrix::complex {

#if defined(__GCC_IEC_559_COMPLEX) && __GCC_IEC_559_COMPLEX == 0
constexpr bool recoversInfinities = false;
#else
constexpr bool recoversInfinities = true;
#endif

/// Quotients are written out, without a look at what overflows.
#if defined(__FAST_MATH__) || (defined(__GCC_IEC_559_COMPLEX) && __GCC_IEC_559_COMPLEX == 0 && !__FINITE_MATH_ONLY__)
constexpr bool dividesPlainly = true;
#else
constexpr bool dividesPlainly = false;
#endif

#if defined(__GNUC__) && !defined(__clang__) && __GNUC__ < 12
constexpr bool scalesQuotients = false;
#else
constexpr bool scalesQuotients = true;
#endif

template <class T>
struct Parts {
  T real, imaginary;
};

template <class T>
CLUSTRIX_HD constexpr bool isNan(T x) {
  return !(x == x);
}
template <class T>
CLUSTRIX_HD constexpr bool isFinite(T x) {
  return x - x == 0;
}
template <class T>
CLUSTRIX_HD constexpr bool isInfinite(T x) {
  return !isNan(x) && !isFinite(x);
}
template <class T>
CLUSTRIX_HD constexpr T magnitude(T x) {
  return x < 0 ? -x : x;
}
/// `value`, which is not negative, with the sign of `of`, which may be a zero or NaN.
CLUSTRIX_HD constexpr float withSign(float value, float of) {
  return __builtin_bit_cast(unsigned, of) >> 31 ? -value : value;
}
CLUSTRIX_HD constexpr double withSign(double value, double of) {
  return __builtin_bit_cast(unsigned long long, of) >> 63 ? -value : value;
}
CLUSTRIX_HD constexpr long double withSign(long double value, long double of) { return of < 0 ? -value : value; }

/// An infinity becomes 1 and all else 0, with its sign: the direction in which a number with an infinite part lies.
template <class T>
CLUSTRIX_HD constexpr T direction(T x) {
  return withSign(isInfinite(x) ? T(1) : T(0), x);
}
template <class T>
CLUSTRIX_HD constexpr T zeroForNan(T x) {
  return isNan(x) ? withSign(T(0), x) : x;
}

/// What a product is of which both parts came out as NaN.
template <class T>
CLUSTRIX_HD constexpr Parts<T> recoveredProduct(Parts<T> x, Parts<T> y, Parts<T> found) {
  T a = x.real, b = x.imaginary, c = y.real, d = y.imaginary;
  const bool overflowed = isInfinite(a * c) || isInfinite(b * d) || isInfinite(a * d) || isInfinite(b * c);
  bool known = false;
  if (isInfinite(a) || isInfinite(b)) {
    a = direction(a), b = direction(b), c = zeroForNan(c), d = zeroForNan(d);
    known = true;
  }
  if (isInfinite(c) || isInfinite(d)) {
    c = direction(c), d = direction(d), a = zeroForNan(a), b = zeroForNan(b);
    known = true;
  }
  if (!known && overflowed) {
    a = zeroForNan(a), b = zeroForNan(b), c = zeroForNan(c), d = zeroForNan(d);
    known = true;
  }
  constexpr T infinity = std::numeric_limits<T>::infinity();
  return known ? Parts<T>{infinity * (a * c - b * d), infinity * (a * d + b * c)} : found;
}

template <class T>
CLUSTRIX_HD constexpr Parts<T> product(Parts<T> x, Parts<T> y) {
  const Parts<T> found{x.real * y.real - x.imaginary * y.imaginary, x.real * y.imaginary + x.imaginary * y.real};
  if constexpr (recoversInfinities)
    if (isNan(found.real) && isNan(found.imaginary)) return recoveredProduct(x, y, found);
  return found;
}

template <class T>
CLUSTRIX_HD constexpr Parts<T> plainQuotient(Parts<T> x, Parts<T> y) {
  const T square = y.real * y.real + y.imaginary * y.imaginary;
  return {(x.real * y.real + x.imaginary * y.imaginary) / square,
          (x.imaginary * y.real - x.real * y.imaginary) / square};
}

/// Multiplies all four by what keeps products in range, where they are not. `larger`: the divisor's larger part.
template <class T>
CLUSTRIX_HD constexpr void scale(Parts<T>& x, Parts<T>& y, T larger) {
  constexpr T least = std::numeric_limits<T>::min(), epsilon = std::numeric_limits<T>::epsilon();
  constexpr T huge = std::numeric_limits<T>::max() / 2, large = huge * epsilon;
  const auto multiply = [&](T factor) {
    x = {x.real * factor, x.imaginary * factor};
    y = {y.real * factor, y.imaginary * factor};
  };
  if (larger >= huge) {
    multiply(T(0.5));
    larger *= T(0.5);
  }
  const T a = magnitude(x.real), b = magnitude(x.imaginary);
  const bool small = larger < epsilon || (larger < large && ((a < least && b < large) || (b < least && a < large)));
  if (small) multiply(1 / epsilon);
}

/// Smith's method. A ratio without all of its digits is taken apart.
template <class T>
CLUSTRIX_HD constexpr Parts<T> ratioQuotient(T a, T b, T c, T d) {
  constexpr T least = std::numeric_limits<T>::min();
  if (magnitude(c) < magnitude(d)) {
    const T ratio = c / d;
    const T divisor = c * ratio + d;
    if (magnitude(ratio) > least || !scalesQuotients) return {(a * ratio + b) / divisor, (b * ratio - a) / divisor};
    return {(c * (a / d) + b) / divisor, (c * (b / d) - a) / divisor};
  }
  const T ratio = d / c;
  const T divisor = d * ratio + c;
  if (magnitude(ratio) > least || !scalesQuotients) return {(b * ratio + a) / divisor, (b - a * ratio) / divisor};
  return {(d * (b / c) + a) / divisor, (b - d * (a / c)) / divisor};
}

/// Divides by what is infinite, or zero, or into what is infinite.
template <class T>
CLUSTRIX_HD constexpr Parts<T> recoveredQuotient(Parts<T> x, Parts<T> y, Parts<T> found) {
  constexpr T infinity = std::numeric_limits<T>::infinity();
  T a = x.real, b = x.imaginary, c = y.real, d = y.imaginary;
  if (c == 0 && d == 0 && (!isNan(a) || !isNan(b))) return {withSign(infinity, c) * a, withSign(infinity, c) * b};
  if ((isInfinite(a) || isInfinite(b)) && isFinite(c) && isFinite(d)) {
    a = direction(a), b = direction(b);
    return {infinity * (a * c + b * d), infinity * (b * c - a * d)};
  }
  if ((isInfinite(c) || isInfinite(d)) && isFinite(a) && isFinite(b)) {
    c = direction(c), d = direction(d);
    return {T(0) * (a * c + b * d), T(0) * (b * c - a * d)};
  }
  return found;
}

template <class T>
CLUSTRIX_HD constexpr Parts<T> quotient(Parts<T> x, Parts<T> y) {
  if constexpr (dividesPlainly) return plainQuotient(x, y);
  Parts<T> found{};
  if constexpr (std::is_same_v<T, float> && scalesQuotients) {
    const Parts<double> wide = plainQuotient(Parts<double>{x.real, x.imaginary}, Parts<double>{y.real, y.imaginary});
    found = {static_cast<float>(wide.real), static_cast<float>(wide.imaginary)};
  } else {
    const T real = magnitude(y.real), imaginary = magnitude(y.imaginary);
    if constexpr (scalesQuotients) scale(x, y, real < imaginary ? imaginary : real);
    found = ratioQuotient(x.real, x.imaginary, y.real, y.imaginary);
  }
  return isNan(found.real) && isNan(found.imaginary) ? recoveredQuotient(x, y, found) : found;
}

}  // namespace clustrix::complex
