// Band: loops of a nest that a GPU's threads run along, beside the one that devices share.
//
//     struct sweep_8 {
//       using Band = clustrix::Band<clustrix::Axis::y, clustrix::Axis::x>;       threads of a warp lie along j
//       clustrix::BandTrips mostTrips(clustrix::Chunk) const { return {n - 2}; }
//       template <class Threads>
//       CLUSTRIX_HD void operator()(clustrix::Index k, Threads threads) const {
//         int i = clustrix::counter<int>(1 + k);
//         for (int j : clustrix::along<int>(threads.second, 1, n - 2))           one j of a thread, all of the host's
//           out[i * n + j] = ...
//
// The body stands once. On the host the loops around it are those of the source, in its order.
#pragma once

#include <type_traits>

#include "clustrix/Attributes.h"
#include "clustrix/Index.h"

namespace clustrix {

/// Of a grid of threads. Those of a warp are neighbours along x.
enum class Axis { x, y, z };

/// The axes of the loops of a band, the chunk's first.
template <Axis... loops>
struct Band {
  static constexpr int count = sizeof...(loops);
  static constexpr Axis axes[] = {loops...};
  static constexpr bool square = false;
};
/// The same of irregular work: threads of a warp lie close to each other along all axes.
template <Axis... loops>
struct SquareBand : Band<loops...> {
  static constexpr bool square = true;
};

/// The most iterations that the second and the third loop have in any of the first one's.
struct BandTrips {
  Index second = 1;
  Index third = 1;
};

namespace runtime {

/// All iterations of a loop, one after another.
struct All {};
/// One of them, which need not exist.
struct One {
  Index iteration = 0;
};

/// One of them, which does.
struct Sole {
  Index iteration = 0;
};

/// How a host's thread goes along the loops of a band, and how a GPU's does. `areLast`: whether it has the last
/// iteration of each, of so many.
struct InOrder {
  All second, third;
  CLUSTRIX_HD bool areLast(Index, Index = 1) const { return true; }
};
struct OneEach {
  One second, third;
  CLUSTRIX_HD bool areLast(Index secondTrips, Index thirdTrips = 1) const {
    return second.iteration == secondTrips - 1 && third.iteration == thirdTrips - 1;
  }
};

/// From `first` on, in steps of `step`, up to `last`, which is not among them.
template <class T>
struct Values {
  struct Iterator {
    T value;
    T step;
    CLUSTRIX_HD bool operator!=(const Iterator& other) const { return value != other.value; }
    CLUSTRIX_HD void operator++() { value = static_cast<T>(value + step); }
    CLUSTRIX_HD T operator*() const { return value; }
  };
  T first, last, step;
  CLUSTRIX_HD Iterator begin() const { return {first, step}; }
  CLUSTRIX_HD Iterator end() const { return {last, step}; }
};

/// At most one value.
template <class T>
struct OneValue {
  struct Iterator {
    T value;
    bool over;
    CLUSTRIX_HD bool operator!=(const Iterator& other) const { return over != other.over; }
    CLUSTRIX_HD void operator++() { over = true; }
    CLUSTRIX_HD T operator*() const { return value; }
  };
  T value;
  bool exists;
  CLUSTRIX_HD Iterator begin() const { return {value, !exists}; }
  CLUSTRIX_HD Iterator end() const { return {value, true}; }
};

template <class K, class = void>
struct BandOf {
  using Type = void;
};
template <class K>
struct BandOf<K, std::void_t<typename K::Band>> {
  using Type = typename K::Band;
};
template <class K>
inline constexpr bool hasBand = !std::is_void_v<typename BandOf<K>::Type>;

/// Whether a kernel says only at the launch whether its threads may run along its band: `bool mayDivide() const`.
template <class K, class = void>
inline constexpr bool asksWhetherToDivide = false;
template <class K>
inline constexpr bool asksWhetherToDivide<K, std::void_t<decltype(&K::mayDivide)>> = true;

}  // namespace runtime

/// What a thread has of a loop whose variable is `first + step * iteration`; a `T` holds it. `trips` below zero are
/// none.
template <class T>
CLUSTRIX_HD runtime::Values<T> along(runtime::All, Index first, Index trips, Index step = 1) {
  // A step down is no unsigned number, nor is what lies below zero.
  return {counter<T>(first), static_cast<T>(first + step * greatest(trips, 0)), static_cast<T>(step)};
}
/// Of the loop that is launched, a part: see Lanes.h on kernels that say `inParts`.
template <class T>
CLUSTRIX_HD runtime::Values<T> along(Chunk part, Index first, Index, Index step = 1) {
  return {counter<T>(first + step * part.begin), static_cast<T>(first + step * part.end), static_cast<T>(step)};
}
template <class T>
CLUSTRIX_HD runtime::OneValue<T> along(runtime::Sole one, Index first, Index, Index step = 1) {
  return {counter<T>(first + step * one.iteration), true};
}
template <class T>
CLUSTRIX_HD runtime::OneValue<T> along(runtime::One one, Index first, Index trips, Index step = 1) {
  return {counter<T>(first + step * one.iteration), one.iteration < trips};
}

}  // namespace clustrix
