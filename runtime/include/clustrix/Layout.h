// Layout: what a host and a device have to agree on before kernel objects and elements of arrays go over as bytes.
//
//     struct move_7 {
//       State* s;
//       using PointedTo = clustrix::PointedTo<decltype(s)>;
//
// nvcc compiles a kernel twice, with two compilers that both lay out its classes. Types of which they are known to make
// two things never come so far; the runtime asks each kernel all the same before a device gets it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <type_traits>

#include "clustrix/Attributes.h"
#include "clustrix/Combined.h"
#include "clustrix/Span.h"
#include "clustrix/Workspace.h"

namespace clustrix {

/// Types of a kernel's members that lead to elements which are no plain numbers: pointers, Spans and Workspaces.
template <class... Members>
struct PointedTo {};

}  // namespace clustrix

namespace clustrix::runtime {

template <class Member>
struct ElementOf {
  using Type = Member;
};
template <class T>
struct ElementOf<T*> {
  using Type = T;
};
template <class T>
struct ElementOf<T* __restrict__> {
  using Type = T;
};
template <class T>
struct ElementOf<Span<T>> {
  using Type = T;
};
template <class T>
struct ElementOf<Workspace<T>> {
  using Type = T;
};

template <class K, class = void>
struct PointedToOf {
  using Type = PointedTo<>;
};
template <class K>
struct PointedToOf<K, std::void_t<typename K::PointedTo>> {
  using Type = typename K::PointedTo;
};

/// A list with more of them.
template <class List, class... More>
struct WithMore;
template <class... Members, class... More>
struct WithMore<PointedTo<Members...>, More...> {
  using Type = PointedTo<Members..., More...>;
};

/// Bytes from one object to the next, as the code that is generated steps: nvcc's front end says the host's sizeof(T)
/// in the device's pass as well, whatever the back end makes of T.
template <class T>
CLUSTRIX_HD std::uint64_t strideOf(const void* somewhere) {
  const T* const first = static_cast<const T*>(somewhere);
  return static_cast<std::uint64_t>(reinterpret_cast<const char*>(first + 1) - reinterpret_cast<const char*>(first));
}

/// `soFar` and one more type's stride, as one number (FNV-1a over words).
template <class T>
CLUSTRIX_HD std::uint64_t withStride(std::uint64_t soFar, const void* somewhere) {
  if constexpr (!std::is_void_v<T>) soFar ^= strideOf<T>(somewhere);
  return soFar * 1099511628211u;
}

template <class... Members>
CLUSTRIX_HD std::uint64_t withElements(std::uint64_t soFar, [[maybe_unused]] const void* somewhere,
                                       PointedTo<Members...>) {
  ((soFar = withStride<typename ElementOf<Members>::Type>(soFar, somewhere)), ...);
  return soFar;
}

/// The strides of kernel objects, of partial results and of the elements of arrays, as one number. `somewhere`: any
/// address; nothing is read there.
template <class K>
CLUSTRIX_HD std::uint64_t layoutOf(const void* somewhere) {
  constexpr std::uint64_t basis = 14695981039346656037u;
  const std::uint64_t objects = withStride<typename PartialOf<K>::Type>(withStride<K>(basis, somewhere), somewhere);
  return withElements(objects, somewhere, typename PointedToOf<K>::Type{});
}

}  // namespace clustrix::runtime
