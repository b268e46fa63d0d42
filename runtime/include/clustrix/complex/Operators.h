// Operators of std::complex outside of the class, each in the words of libstdc++: what is computed, and in which order,
// is the host's.
#pragma once

#ifdef __CUDA_ARCH__

#include <iosfwd>

#include "clustrix/complex/Number.h"

namespace std {

template <class T>
CLUSTRIX_COMPLEX complex<T> operator+(const complex<T>& x, const complex<T>& y) {
  complex<T> z = x;
  z += y;
  return z;
}
template <class T>
CLUSTRIX_COMPLEX complex<T> operator+(const complex<T>& x, const T& y) {
  complex<T> z = x;
  z += y;
  return z;
}
template <class T>
CLUSTRIX_COMPLEX complex<T> operator+(const T& x, const complex<T>& y) {
  complex<T> z = y;
  z += x;
  return z;
}

template <class T>
CLUSTRIX_COMPLEX complex<T> operator-(const complex<T>& x, const complex<T>& y) {
  complex<T> z = x;
  z -= y;
  return z;
}
template <class T>
CLUSTRIX_COMPLEX complex<T> operator-(const complex<T>& x, const T& y) {
  complex<T> z = x;
  z -= y;
  return z;
}
template <class T>
CLUSTRIX_COMPLEX complex<T> operator-(const T& x, const complex<T>& y) {
  return complex<T>(x - y.real(), -y.imag());
}

template <class T>
CLUSTRIX_COMPLEX complex<T> operator*(const complex<T>& x, const complex<T>& y) {
  complex<T> z = x;
  z *= y;
  return z;
}
template <class T>
CLUSTRIX_COMPLEX complex<T> operator*(const complex<T>& x, const T& y) {
  complex<T> z = x;
  z *= y;
  return z;
}
template <class T>
CLUSTRIX_COMPLEX complex<T> operator*(const T& x, const complex<T>& y) {
  complex<T> z = y;
  z *= x;
  return z;
}

template <class T>
CLUSTRIX_COMPLEX complex<T> operator/(const complex<T>& x, const complex<T>& y) {
  complex<T> z = x;
  z /= y;
  return z;
}
template <class T>
CLUSTRIX_COMPLEX complex<T> operator/(const complex<T>& x, const T& y) {
  complex<T> z = x;
  z /= y;
  return z;
}
template <class T>
CLUSTRIX_COMPLEX complex<T> operator/(const T& x, const complex<T>& y) {
  complex<T> z = x;
  z /= y;
  return z;
}

template <class T>
CLUSTRIX_COMPLEX complex<T> operator+(const complex<T>& x) {
  return x;
}
template <class T>
CLUSTRIX_COMPLEX complex<T> operator-(const complex<T>& x) {
  return complex<T>(-x.real(), -x.imag());
}

template <class T>
CLUSTRIX_COMPLEX bool operator==(const complex<T>& x, const complex<T>& y) {
  return x.real() == y.real() && x.imag() == y.imag();
}
template <class T>
CLUSTRIX_COMPLEX bool operator==(const complex<T>& x, const T& y) {
  return x.real() == y && x.imag() == T();
}
template <class T>
CLUSTRIX_COMPLEX bool operator!=(const complex<T>& x, const complex<T>& y) {
  return !(x == y);
}
template <class T>
CLUSTRIX_COMPLEX bool operator!=(const complex<T>& x, const T& y) {
  return !(x == y);
}
#if __cplusplus < 202002L
template <class T>
CLUSTRIX_COMPLEX bool operator==(const T& x, const complex<T>& y) {
  return y == x;
}
template <class T>
CLUSTRIX_COMPLEX bool operator!=(const T& x, const complex<T>& y) {
  return !(y == x);
}
#endif

// The host's alone.
template <class T, class Character, class Traits>
basic_istream<Character, Traits>& operator>>(basic_istream<Character, Traits>& in, complex<T>& x);
template <class T, class Character, class Traits>
basic_ostream<Character, Traits>& operator<<(basic_ostream<Character, Traits>& out, const complex<T>& x);

// The standard's own suffixes, in a header that nvcc does not take for the library's.
#pragma nv_diagnostic push
#pragma nv_diag_suppress 2506, 20208
inline namespace literals {
inline namespace complex_literals {
CLUSTRIX_COMPLEX complex<float> operator""if(long double value) { return {0.0f, static_cast<float>(value)}; }
CLUSTRIX_COMPLEX complex<float> operator""if(unsigned long long value) { return {0.0f, static_cast<float>(value)}; }
CLUSTRIX_COMPLEX complex<double> operator""i(long double value) { return {0.0, static_cast<double>(value)}; }
CLUSTRIX_COMPLEX complex<double> operator""i(unsigned long long value) { return {0.0, static_cast<double>(value)}; }
CLUSTRIX_COMPLEX complex<long double> operator""il(long double value) { return {0.0L, value}; }
CLUSTRIX_COMPLEX complex<long double> operator""il(unsigned long long value) {
  return {0.0L, static_cast<long double>(value)};
}
}  // namespace complex_literals
}  // namespace literals
#pragma nv_diagnostic pop

}  // namespace std

#endif
