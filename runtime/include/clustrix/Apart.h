// Apart: pointers of a kernel to arrays that share nothing, as the guards of its launch have shown.
//
//     bool areApart() const { return y_ != x; }
//     CLUSTRIX_HD void operator()(clustrix::Index k) const { iterate<false>(k); }
//
//     template <bool apart>
//     CLUSTRIX_HD void iterate(clustrix::Index k) const {
//       clustrix::Apart<decltype(y_), apart> y_data = y_;      and `y` is a copy of it
//
// Without it, nvcc lets no load go in front of a store. It makes nothing of such a word at a struct's member, and too
// much of it where the same function has a branch for arrays that are one: each version is a kernel of its own.
#pragma once

#include <type_traits>

#include "clustrix/Attributes.h"

namespace clustrix {

namespace runtime {

template <class Pointer, bool apart>
struct ApartOf {
  using Type = Pointer;
};
template <class T>
struct ApartOf<T*, true> {
  using Type = T* __restrict__;
};

/// A kernel whose arrays are apart.
template <class K>
struct AsApart : K {
  static constexpr bool areApart = true;
  template <class... Parameters>
  CLUSTRIX_HD void operator()(Parameters&&... parameters) const {
    this->template iterate<true>(parameters...);
  }
};

template <class K, class = void>
inline constexpr bool asksWhetherApart = false;
template <class K>
inline constexpr bool asksWhetherApart<K, std::void_t<decltype(&K::areApart)>> =
    std::is_member_function_pointer_v<decltype(&K::areApart)>;

}  // namespace runtime

/// `Pointer`, to elements that are reached through no other one where `apart`.
template <class Pointer, bool apart = true>
using Apart = typename runtime::ApartOf<Pointer, apart>::Type;

}  // namespace clustrix
