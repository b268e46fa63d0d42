// Counting: whole numbers in an array that several threads of a GPU combine into at once. Whatever the order, they come
// to the same.
#pragma once

#include <cstddef>
#include <type_traits>

#include "clustrix/Attributes.h"
#include "clustrix/Wrapping.h"

namespace clustrix {

namespace runtime {

/// A number as it lies in the array. What changes it is one operation, and its value is nobody's before the loop ends.
template <class T>
class Tally {
 public:
  CLUSTRIX_HD void operator+=(T more) {
#if defined(__CUDA_ARCH__)
    atomicAdd(word(), static_cast<Word>(more));
#else
    value_ = static_cast<T>(value_ + more);
#endif
  }
  CLUSTRIX_HD void operator-=(T less) { *this += static_cast<T>(0 - less); }
  CLUSTRIX_HD void operator++() { *this += T(1); }
  CLUSTRIX_HD void operator++(int) { *this += T(1); }
  CLUSTRIX_HD void operator--() { *this -= T(1); }
  CLUSTRIX_HD void operator--(int) { *this -= T(1); }
  CLUSTRIX_HD void operator&=(T bits) {
#if defined(__CUDA_ARCH__)
    atomicAnd(word(), static_cast<Word>(bits));
#else
    value_ &= bits;
#endif
  }
  CLUSTRIX_HD void operator|=(T bits) {
#if defined(__CUDA_ARCH__)
    atomicOr(word(), static_cast<Word>(bits));
#else
    value_ |= bits;
#endif
  }
  CLUSTRIX_HD void operator^=(T bits) {
#if defined(__CUDA_ARCH__)
    atomicXor(word(), static_cast<Word>(bits));
#else
    value_ ^= bits;
#endif
  }

 private:
  using Word = std::conditional_t<sizeof(T) == 8, unsigned long long, unsigned>;
  CLUSTRIX_HD Word* word() { return reinterpret_cast<Word*>(&value_); }

  T value_;
};

template <class T, class = void>
struct CountingOf {
  using Type = T;
};
template <class T>
struct CountingOf<
    T, std::enable_if_t<std::is_integral_v<T> && !std::is_const_v<T> && (sizeof(T) == 4 || sizeof(T) == 8)>> {
  using Type = Tally<std::make_unsigned_t<T>>;
};
template <class T>
struct CountingOf<T*> {
  using Type = typename CountingOf<T>::Type*;
};
template <class T>
struct CountingOf<T* __restrict__> {
  using Type = typename CountingOf<T>::Type* __restrict__;
};
template <class T, std::size_t N>
struct CountingOf<T[N]> {
  using Type = typename CountingOf<T>::Type[N];
};

/// The number of an element.
template <class T>
struct NumberOf {
  using Type = T;
  static constexpr bool isCounted = false;
};
template <class T>
struct NumberOf<Tally<T>> {
  using Type = T;
  static constexpr bool isCounted = true;
};

}  // namespace runtime

/// `Tally<unsigned>*` for `int*` and so on, for integers of 32 and of 64 bits; other types as they are.
template <class T>
using Counting = typename runtime::CountingOf<T>::Type;

}  // namespace clustrix
