// The class std::complex as the device's pass of nvcc sees it: two numbers, with the layout of libstdc++'s.
//
// Members are those of the standard, and of libstdc++'s specialisations in what converts by itself. Where a real number
// meets a complex one, the real part alone takes part, as in GCC: `z += x` leaves the imaginary part as it is, and
// `z * x` multiplies both parts.
#pragma once

#ifdef __CUDA_ARCH__

#include <type_traits>

#include "clustrix/complex/Parts.h"

#define CLUSTRIX_COMPLEX CLUSTRIX_HD constexpr

namespace std {

template <class T>
class complex;

}  // namespace std

namespace clustrix::complex {

/// Whether a complex number of `From` becomes one of `To` without a word: where no digits are lost, and of types that
/// are none of the language's, always.
template <class To, class From>
constexpr bool widens = !(std::is_floating_point_v<To> && std::is_floating_point_v<From>) || sizeof(From) <= sizeof(To);
template <>
inline constexpr bool widens<double, long double> = false;

/// What functions of numbers that are none of the language's would give: those are the host's alone, and have no body
/// here.
template <class T>
CLUSTRIX_HD T elsewhere();

template <class T>
struct Rep {
  struct Type {};
};
template <>
struct Rep<float> {
  using Type = __complex__ float;
};
template <>
struct Rep<double> {
  using Type = __complex__ double;
};
template <>
struct Rep<long double> {
  using Type = __complex__ long double;
};

}  // namespace clustrix::complex

namespace std {

template <class T>
class complex {
  using Parts = clustrix::complex::Parts<T>;

 public:
  using value_type = T;
  using _ComplexT = typename clustrix::complex::Rep<T>::Type;

  CLUSTRIX_COMPLEX complex(const T& real = T(), const T& imaginary = T()) : real_(real), imaginary_(imaginary) {}
  constexpr complex(const complex&) = default;
  template <class U, enable_if_t<clustrix::complex::widens<T, U>, int> = 0>
  CLUSTRIX_COMPLEX complex(const complex<U>& z)
      : real_(static_cast<T>(z.real())), imaginary_(static_cast<T>(z.imag())) {}
  template <class U, enable_if_t<!clustrix::complex::widens<T, U>, int> = 0>
  CLUSTRIX_COMPLEX explicit complex(const complex<U>& z)
      : real_(static_cast<T>(z.real())), imaginary_(static_cast<T>(z.imag())) {}

  // GCC's own complex numbers are the host's alone: nothing here has a body.
  template <class C, enable_if_t<is_same_v<C, _ComplexT>, int> = 0>
  complex(C);
  _ComplexT __rep() const;

  CLUSTRIX_COMPLEX T real() const { return real_; }
  CLUSTRIX_COMPLEX T imag() const { return imaginary_; }
  CLUSTRIX_COMPLEX void real(T value) { real_ = value; }
  CLUSTRIX_COMPLEX void imag(T value) { imaginary_ = value; }

  CLUSTRIX_COMPLEX complex& operator=(const T& value) {
    real_ = value;
    imaginary_ = T();
    return *this;
  }
  CLUSTRIX_COMPLEX complex& operator+=(const T& value) {
    real_ += value;
    return *this;
  }
  CLUSTRIX_COMPLEX complex& operator-=(const T& value) {
    real_ -= value;
    return *this;
  }
  CLUSTRIX_COMPLEX complex& operator*=(const T& value) {
    real_ *= value;
    imaginary_ *= value;
    return *this;
  }
  CLUSTRIX_COMPLEX complex& operator/=(const T& value) {
    real_ /= value;
    imaginary_ /= value;
    return *this;
  }

  constexpr complex& operator=(const complex&) = default;
  template <class U>
  CLUSTRIX_COMPLEX complex& operator=(const complex<U>& z) {
    real_ = static_cast<T>(z.real());
    imaginary_ = static_cast<T>(z.imag());
    return *this;
  }
  template <class U>
  CLUSTRIX_COMPLEX complex& operator+=(const complex<U>& z) {
    real_ += z.real();
    imaginary_ += z.imag();
    return *this;
  }
  template <class U>
  CLUSTRIX_COMPLEX complex& operator-=(const complex<U>& z) {
    real_ -= z.real();
    imaginary_ -= z.imag();
    return *this;
  }
  template <class U>
  CLUSTRIX_COMPLEX complex& operator*=(const complex<U>& z) {
    return take(multiplied(z));
  }
  template <class U>
  CLUSTRIX_COMPLEX complex& operator/=(const complex<U>& z) {
    return take(divided(z));
  }

 private:
  CLUSTRIX_COMPLEX complex& take(const Parts& parts) {
    real_ = parts.real;
    imaginary_ = parts.imaginary;
    return *this;
  }
  /// Of numbers that are no floating-point ones, libstdc++'s primary template.
  template <class U>
  CLUSTRIX_COMPLEX Parts multiplied(const complex<U>& z) const {
    if constexpr (is_floating_point_v<T>) {
      return clustrix::complex::product<T>({real_, imaginary_}, {static_cast<T>(z.real()), static_cast<T>(z.imag())});
    } else {
      const T real = real_ * z.real() - imaginary_ * z.imag();
      return {real, static_cast<T>(real_ * z.imag() + imaginary_ * z.real())};
    }
  }
  template <class U>
  CLUSTRIX_COMPLEX Parts divided(const complex<U>& z) const {
    if constexpr (is_floating_point_v<T>) {
      return clustrix::complex::quotient<T>({real_, imaginary_}, {static_cast<T>(z.real()), static_cast<T>(z.imag())});
    } else {
      const T real = real_ * z.real() + imaginary_ * z.imag();
      const U square = z.real() * z.real() + z.imag() * z.imag();
      const T imaginary = (imaginary_ * z.real() - real_ * z.imag()) / square;
      return {static_cast<T>(real / square), imaginary};
    }
  }

  T real_, imaginary_;
};

static_assert(sizeof(complex<float>) == 8 && sizeof(complex<double>) == 16 && alignof(complex<double>) == 8,
              "the layout of libstdc++'s");

}  // namespace std

#endif
