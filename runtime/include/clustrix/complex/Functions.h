// Functions of std::complex on a device.
//
//     single operations          conj, norm, proj, pow(z, int)      the host's bits
//     of real functions          abs, arg, polar, log10, pow        as near as hypot, atan2, sin, ... come to the
//     host's of their own               exp, log, sqrt, sin, asin, ...     see Elementary.h
#pragma once

#ifdef __CUDA_ARCH__

#include <cmath>
#include <ext/type_traits.h>
#include <type_traits>

#include "clustrix/complex/Elementary.h"
#include "clustrix/complex/Operators.h"

namespace clustrix::complex {

template <class T>
CLUSTRIX_HD Number toNumber(const std::complex<T>& z) {
  if constexpr (std::is_arithmetic_v<T>)
    return {static_cast<double>(z.real()), static_cast<double>(z.imag())};
  else
    return elsewhere<Number>();
}
template <class T>
CLUSTRIX_HD std::complex<T> fromNumber(Number z) {
  if constexpr (std::is_arithmetic_v<T>)
    return std::complex<T>(static_cast<T>(z.real), static_cast<T>(z.imaginary));
  else
    return elsewhere<std::complex<T>>();
}

template <class T>
using Promoted = typename __gnu_cxx::__promote<T>::__type;
template <class T, class U>
using PromotedBoth = typename __gnu_cxx::__promote_2<T, U>::__type;

}  // namespace clustrix::complex

namespace std {

template <class T>
CLUSTRIX_COMPLEX T real(const complex<T>& z) {
  return z.real();
}
template <class T>
CLUSTRIX_COMPLEX T imag(const complex<T>& z) {
  return z.imag();
}
template <class T>
CLUSTRIX_COMPLEX T norm(const complex<T>& z) {
  return z.real() * z.real() + z.imag() * z.imag();
}
template <class T>
CLUSTRIX_COMPLEX complex<T> conj(const complex<T>& z) {
  return complex<T>(z.real(), -z.imag());
}
template <class T>
CLUSTRIX_HD T abs(const complex<T>& z) {
  if constexpr (is_arithmetic_v<T>)
    return static_cast<T>(std::hypot(z.real(), z.imag()));
  else
    return clustrix::complex::elsewhere<T>();
}
template <class T>
CLUSTRIX_HD T fabs(const complex<T>& z) {
  return std::abs(z);
}
template <class T>
CLUSTRIX_HD T arg(const complex<T>& z) {
  return static_cast<T>(atan2(z.imag(), z.real()));
}
template <class T>
CLUSTRIX_HD complex<T> polar(const T& rho, const T& theta = T()) {
  return complex<T>(rho * cos(theta), rho * sin(theta));
}
template <class T>
CLUSTRIX_HD complex<T> proj(const complex<T>& z) {
  if constexpr (is_floating_point_v<T>) {
    using clustrix::complex::isInfinite;
    if (isInfinite(z.real()) || isInfinite(z.imag()))
      return complex<T>(numeric_limits<T>::infinity(), clustrix::complex::withSign(T(), z.imag()));
  }
  return z;
}

template <class T>
CLUSTRIX_HD complex<T> exp(const complex<T>& z) {
  return clustrix::complex::fromNumber<T>(clustrix::complex::exp(clustrix::complex::toNumber(z)));
}
template <class T>
CLUSTRIX_HD complex<T> log(const complex<T>& z) {
  return clustrix::complex::fromNumber<T>(clustrix::complex::log(clustrix::complex::toNumber(z)));
}
template <class T>
CLUSTRIX_HD complex<T> log10(const complex<T>& z) {
  return std::log(z) / log(T(10));
}
template <class T>
CLUSTRIX_HD complex<T> sqrt(const complex<T>& z) {
  return clustrix::complex::fromNumber<T>(clustrix::complex::sqrt(clustrix::complex::toNumber(z)));
}
template <class T>
CLUSTRIX_HD complex<T> sin(const complex<T>& z) {
  return clustrix::complex::fromNumber<T>(clustrix::complex::sin(clustrix::complex::toNumber(z)));
}
template <class T>
CLUSTRIX_HD complex<T> cos(const complex<T>& z) {
  return clustrix::complex::fromNumber<T>(clustrix::complex::cos(clustrix::complex::toNumber(z)));
}
template <class T>
CLUSTRIX_HD complex<T> tan(const complex<T>& z) {
  return clustrix::complex::fromNumber<T>(clustrix::complex::tan(clustrix::complex::toNumber(z)));
}
template <class T>
CLUSTRIX_HD complex<T> sinh(const complex<T>& z) {
  return clustrix::complex::fromNumber<T>(clustrix::complex::sinh(clustrix::complex::toNumber(z)));
}
template <class T>
CLUSTRIX_HD complex<T> cosh(const complex<T>& z) {
  return clustrix::complex::fromNumber<T>(clustrix::complex::cosh(clustrix::complex::toNumber(z)));
}
template <class T>
CLUSTRIX_HD complex<T> tanh(const complex<T>& z) {
  return clustrix::complex::fromNumber<T>(clustrix::complex::tanh(clustrix::complex::toNumber(z)));
}
template <class T>
CLUSTRIX_HD complex<T> asin(const complex<T>& z) {
  return clustrix::complex::fromNumber<T>(clustrix::complex::asin(clustrix::complex::toNumber(z)));
}
template <class T>
CLUSTRIX_HD complex<T> acos(const complex<T>& z) {
  return clustrix::complex::fromNumber<T>(clustrix::complex::acos(clustrix::complex::toNumber(z)));
}
template <class T>
CLUSTRIX_HD complex<T> atan(const complex<T>& z) {
  return clustrix::complex::fromNumber<T>(clustrix::complex::atan(clustrix::complex::toNumber(z)));
}
template <class T>
CLUSTRIX_HD complex<T> asinh(const complex<T>& z) {
  return clustrix::complex::fromNumber<T>(clustrix::complex::asinh(clustrix::complex::toNumber(z)));
}
template <class T>
CLUSTRIX_HD complex<T> acosh(const complex<T>& z) {
  return clustrix::complex::fromNumber<T>(clustrix::complex::acosh(clustrix::complex::toNumber(z)));
}
template <class T>
CLUSTRIX_HD complex<T> atanh(const complex<T>& z) {
  return clustrix::complex::fromNumber<T>(clustrix::complex::atanh(clustrix::complex::toNumber(z)));
}

template <class T>
CLUSTRIX_HD complex<T> pow(const complex<T>& x, int n) {
  const auto power = [](complex<T> base, unsigned left) {
    complex<T> result = left % 2 ? base : complex<T>(1);
    while (left >>= 1) {
      base *= base;
      if (left % 2) result *= base;
    }
    return result;
  };
  return n < 0 ? complex<T>(1) / power(x, -static_cast<unsigned>(n)) : power(x, static_cast<unsigned>(n));
}
template <class T>
CLUSTRIX_HD complex<T> pow(const complex<T>& x, const T& y) {
  if (x.imag() == T() && x.real() > T()) return pow(x.real(), y);
  const complex<T> t = std::log(x);
  return std::polar<T>(exp(y * t.real()), y * t.imag());
}
template <class T>
CLUSTRIX_HD complex<T> pow(const complex<T>& x, const complex<T>& y) {
  return std::exp(y * std::log(x));
}
template <class T>
CLUSTRIX_HD complex<T> pow(const T& x, const complex<T>& y) {
  if (x > T()) return std::polar<T>(pow(x, y.real()), y.imag() * log(x));
  return std::pow(complex<T>(x), y);
}
template <class T, class U>
CLUSTRIX_HD complex<clustrix::complex::PromotedBoth<T, U>> pow(const complex<T>& x, const U& y) {
  using Both = clustrix::complex::PromotedBoth<T, U>;
  return std::pow(complex<Both>(x), Both(y));
}
template <class T, class U>
CLUSTRIX_HD complex<clustrix::complex::PromotedBoth<T, U>> pow(const T& x, const complex<U>& y) {
  using Both = clustrix::complex::PromotedBoth<T, U>;
  return std::pow(Both(x), complex<Both>(y));
}
template <class T, class U>
CLUSTRIX_HD complex<clustrix::complex::PromotedBoth<T, U>> pow(const complex<T>& x, const complex<U>& y) {
  using Both = clustrix::complex::PromotedBoth<T, U>;
  return std::pow(complex<Both>(x), complex<Both>(y));
}

// Of real numbers, which are complex ones without an imaginary part.
template <class T>
CLUSTRIX_COMPLEX clustrix::complex::Promoted<T> real(T x) {
  return x;
}
template <class T>
CLUSTRIX_COMPLEX clustrix::complex::Promoted<T> imag(T) {
  return T();
}
template <class T>
CLUSTRIX_COMPLEX clustrix::complex::Promoted<T> norm(T x) {
  using Type = clustrix::complex::Promoted<T>;
  return Type(x) * Type(x);
}
template <class T>
CLUSTRIX_HD clustrix::complex::Promoted<T> arg(T x) {
  using Type = clustrix::complex::Promoted<T>;
  return std::arg(complex<Type>(x));
}
template <class T>
CLUSTRIX_COMPLEX complex<clustrix::complex::Promoted<T>> conj(T x) {
  using Type = clustrix::complex::Promoted<T>;
  return complex<Type>(x, -Type());
}
template <class T>
CLUSTRIX_HD complex<clustrix::complex::Promoted<T>> proj(T x) {
  return std::proj(complex<clustrix::complex::Promoted<T>>(x));
}

}  // namespace std

#endif
