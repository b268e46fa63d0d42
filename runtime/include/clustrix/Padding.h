// Padding: bytes of an object that are nobody's value, and differ between two runs that agree.
#pragma once

#include <cfloat>
#include <cstddef>
#include <cstring>
#include <type_traits>
#include <utility>

#if defined(__has_builtin) && !defined(__CUDACC__)
#if __has_builtin(__builtin_clear_padding)
#define CLUSTRIX_CLEARS_PADDING 1
#endif
#endif

namespace clustrix::runtime {

template <class T>
struct IsPair : std::false_type {};
template <class A, class B>
struct IsPair<std::pair<A, B>> : std::true_type {};

/// Copies the value of a T, as bytes; padding becomes zero, or what it was where the compiler cannot tell.
template <class T>
void copyValue(void* to, const void* from) {
  if constexpr (IsPair<T>::value) {
    const T& object = *static_cast<const T*>(from);
    const auto copy = [&](const auto& member) {
      const std::ptrdiff_t at = reinterpret_cast<const char*>(&member) - static_cast<const char*>(from);
      copyValue<std::remove_cv_t<std::remove_reference_t<decltype(member)>>>(static_cast<char*>(to) + at, &member);
    };
    std::memset(to, 0, sizeof(T));
    copy(object.first);
    copy(object.second);
  } else if constexpr (std::is_same_v<T, long double>) {
    std::memset(to, 0, sizeof(T));
    std::memcpy(to, from, LDBL_MANT_DIG == 64 ? 10 : sizeof(T));  // of x86: the other bytes are nobody's
  } else {
    std::memcpy(to, from, sizeof(T));
#if defined(CLUSTRIX_CLEARS_PADDING)
    if constexpr (std::is_class_v<T> && std::is_trivially_copyable_v<T>) __builtin_clear_padding(static_cast<T*>(to));
#endif
  }
}

using CopyValue = void (*)(void* to, const void* from);

/// Null where all bytes count.
template <class T>
constexpr CopyValue paddedValue() {
  using Element = std::remove_cv_t<std::remove_all_extents_t<T>>;
  constexpr bool isPadded = std::is_class_v<Element> ? !std::has_unique_object_representations_v<Element>
                                                     : std::is_same_v<Element, long double>;
  if constexpr (!isPadded)
    return nullptr;
  else
    return &copyValue<Element>;
}

}  // namespace clustrix::runtime
