// Rows: arrays whose rows lie apart, and how a runtime without their types gets to them.
//
//     std::vector<std::vector<double>> a        a[i][j]       each row is a container's own
//     std::vector<Particle> p                   p[i].x        each object has a part
//     double** b                                b[i][j]       wherever a pointer leads: two may lead to one place
#pragma once

#include <cstddef>
#include <iterator>
#include <type_traits>
#include <utility>

#include "clustrix/Array.h"
#include "clustrix/Index.h"

namespace clustrix {

/// What one row is: so many objects, one behind the other.
template <class T>
struct Elements {
  const T* first = nullptr;
  std::size_t count = 0;
};
template <class C>
auto elementsOf(const C& container) -> Elements<std::decay_t<decltype(*container.data())>> {
  return {container.data(), container.size()};
}
/// A member that is no container: itself, or all elements of an array of whatever dimensions.
template <class T>
Elements<std::remove_all_extents_t<T>> onlyElement(const T& object) {
  using Element = std::remove_all_extents_t<T>;
  return {reinterpret_cast<const Element*>(&object), sizeof(T) / sizeof(Element)};
}

namespace runtime {

/// Calls `visit` with each row until that is false, and answers whether it never was.
using RowWalk = bool (*)(const void* container, void* to, bool (*visit)(void* to, ObjectBytes row));

inline constexpr auto wholeRow = [](const auto& row) { return elementsOf(row); };

template <int Levels, class C>
struct NestedElement {
  using Type = typename NestedElement<Levels - 1, std::decay_t<decltype(*std::begin(std::declval<const C&>()))>>::Type;
};
template <class C>
struct NestedElement<0, C> {
  using Type = C;
};

template <class T>
T elementIn(const Elements<T>&);
template <int Levels, class C, class P>
using RowElement =
    decltype(elementIn(std::declval<const P&>()(std::declval<const typename NestedElement<Levels, C>::Type&>())));

/// Stands for a kind of container: those of one kind own all that they hold, each of its own.
template <int Levels, class C>
inline char containerKind = 0;

/// Tells containers that have the same rows: such have the same first object.
template <class C>
const void* firstOf(const C& container) {
  return std::begin(container) == std::end(container) ? static_cast<const void*>(&container) : &*std::begin(container);
}

template <int Levels, class C, class V>
bool walkRows(const C& container, const V& visit) {
  if constexpr (Levels == 0) {
    return visit(container);
  } else {
    for (const auto& each : container)
      if (!walkRows<Levels - 1>(each, visit)) return false;
    return true;
  }
}

/// `part` has nothing but its type: it is called without an object of it.
template <int Levels, class C, class P>
RowWalk walkOf(P part) {
  using Row = typename NestedElement<Levels, C>::Type;
  using T = RowElement<Levels, C, P>;
  using Function = Elements<T> (*)(const Row&);
  constexpr Function elements = part;
  return [](const void* container, void* to, bool (*visit)(void*, ObjectBytes)) {
    const auto visitRow = [&](const Row& row) {
      const Elements<T> its = elements(row);
      return visit(to, ObjectBytes{its.first, its.count * sizeof(T)});
    };
    return walkRows<Levels>(*static_cast<const C*>(container), visitRow);
  };
}

/// What is behind so many pointers more: `double` of `double*` and 1.
template <int Levels, class P>
struct BehindPointers {
  using Type = typename BehindPointers<Levels - 1, std::remove_cv_t<std::remove_pointer_t<P>>>::Type;
};
template <class T>
struct BehindPointers<0, T> {
  using Type = T;
};
template <int Levels, class P>
using Behind = typename BehindPointers<Levels, P>::Type;

}  // namespace runtime
}  // namespace clustrix
