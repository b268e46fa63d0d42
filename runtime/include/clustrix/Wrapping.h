// Wrapping: sums of parts may leave a signed type where the whole does not. They are kept unsigned, where that is
// defined.
#pragma once

#include <cstddef>
#include <type_traits>

namespace clustrix {

namespace runtime {

template <class T, class = void>
struct WrappingOf {
  using Type = T;
};
template <class T>
struct WrappingOf<T, std::enable_if_t<std::is_integral_v<T> && !std::is_const_v<T> && (sizeof(T) >= sizeof(int))>> {
  using Type = std::make_unsigned_t<T>;
};
template <class T>
struct WrappingOf<T*> {
  using Type = typename WrappingOf<T>::Type*;
};
template <class T>
struct WrappingOf<T* __restrict__> {
  using Type = typename WrappingOf<T>::Type* __restrict__;
};
template <class T, std::size_t N>
struct WrappingOf<T[N]> {
  using Type = typename WrappingOf<T>::Type[N];
};

}  // namespace runtime

/// `unsigned` for `int`, `unsigned*` for `int*` and so on, for integers at least as wide as `int`; other types as they
/// are.
template <class T>
using Wrapping = typename runtime::WrappingOf<T>::Type;

}  // namespace clustrix
