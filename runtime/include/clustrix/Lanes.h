// Lanes: several threads of a GPU share one iteration: its loops are divided among them, and its sums are added up in
// the order of the source, to the bit.
//
//     template <class Lane>
//     CLUSTRIX_HD void operator()(clustrix::Index k, Lane lane) const {
//       int i = clustrix::counter<int>(k);
//       double sum = 0;
//       clustrix::inOrder<int>(lane, 0, j_trips, 1, [&](int j, auto& sum) { sum += a[i * n + j] * x[j]; },
//                              clustrix::added(sum));
//       if (lane.one()) y[i] = sum; lane.meet();
//
// The terms of a sum do not depend on it: each lane computes its own, and they are added in order (see OrderedSums.h).
// Extremes, integers and bits are the same in any order, to the bit, or nearly so: each lane has its own, and where the
// order shows after all (0.0 and -0.0, NaN), all lanes go through the loop once more, each as the source does.
//
// On the host the only lane does everything, as the source says it.
#pragma once

#include <atomic>
#include <type_traits>

#include "clustrix/Options.h"
#include "clustrix/OrderedSums.h"

namespace clustrix {

/// Which neighbours threads of a warp are first: lanes of an iteration, or iterations. Warp: all of them are lanes of
/// one, which writes or goes through its rows again: so the rows of fewer iterations have to stay in the caches.
enum class Neighbours { Lanes, Iterations, Warp };

/// What a kernel says of itself: `using Lanes = clustrix::SharedBy<clustrix::Neighbours::Lanes, 3>`, with the most sums
/// that a loop adds to, and whether their order matters.
template <Neighbours which, int most, Math math = Math::Exact>
struct SharedBy {
  static constexpr bool anyOrder = math == Math::Fast;
  static constexpr int sums = anyOrder ? 0 : most;
  using InOrder = SharedBy<which, most>;
  static constexpr Neighbours neighbours = which;
};

namespace runtime {

/// The same of a kernel whose iterations have a warp each, however many there are.
struct Warps : SharedBy<Neighbours::Lanes, 0> {};

template <class K, class = void>
inline constexpr bool hasLanes = false;
template <class K>
inline constexpr bool hasLanes<K, std::void_t<typename K::Lanes>> = true;
template <class K, class = void>
inline constexpr bool hasWarps = false;
template <class K>
inline constexpr bool hasWarps<K, std::void_t<typename K::Lanes>> = std::is_same_v<typename K::Lanes, Warps>;

/// Whether lanes may add up a kernel's sums in any order.
template <class K, class = void>
inline constexpr bool addsInAnyOrder = false;
template <class K>
inline constexpr bool addsInAnyOrder<K, std::void_t<typename K::Lanes>> = K::Lanes::anyOrder;
/// Such a kernel where the program is told not to.
template <class K>
struct AsExact : K {
  using Lanes = typename K::Lanes::InOrder;
};
/// Whether it is: CLUSTRIX_MATH=exact, or the like in a file or in configure().
inline std::atomic<bool> wantsExactMath{false};

/// The lanes of such a kernel.
template <int w>
struct GroupingLane : Lane<w> {};
template <class K, int w>
using LaneOf = std::conditional_t<addsInAnyOrder<K>, GroupingLane<w>, Lane<w>>;

/// Whether a kernel is called with the part of its loop that it is to do, which stands in it: a chunk, or one
/// iteration.
///
///     void operator()(Part part, Lane lane) const {
///       clustrix::inOrder<int>(lane, 0, i_trips, 1, [&](int i, auto& y) {
///         for (int j : clustrix::along<int>(part, 0, j_trips)) y[j] += a[i * n + j] * x[i];
///       }, clustrix::addedInto(y));
template <class K, class = const bool*>
struct IsInParts : std::false_type {};
template <class K>
struct IsInParts<K, decltype(&K::inParts)> : std::bool_constant<K::inParts> {};
template <class K>
inline constexpr bool isInParts = IsInParts<K>::value;

/// A kernel whose iterations leave partial results, with the lane that it is to be told.
template <class K, class L>
struct WithLane {
  using Partial = typename K::Partial;
  static constexpr auto order = K::order;
  const K& kernel;
  L lane;

  CLUSTRIX_HD static Partial identity() { return K::identity(); }
  CLUSTRIX_HD static void combine(Partial& left, const Partial& right) { K::combine(left, right); }
  CLUSTRIX_HD void operator()(Index k, Partial& partial) const { kernel(k, lane, partial); }
};

/// What a lane has of a loop: each `w`-th iteration. Lanes meet at the loop's end.
template <class T, int w>
struct Shared {
  struct Iterator {
    const Lane<w>& lane;
    Index value, step, iteration, trips;
    CLUSTRIX_HD bool operator!=(const Iterator&) const {
      if (iteration < trips) return true;
      lane.meet();
      return false;
    }
    CLUSTRIX_HD void operator++() {
      value += step;
      iteration += w;
    }
    CLUSTRIX_HD T operator*() const { return counter<T>(value); }
  };
  Iterator first;
  CLUSTRIX_HD Iterator begin() const { return first; }
  CLUSTRIX_HD Iterator end() const { return first; }
};

/// Each lane by itself. Where it may, the last iteration runs again instead of those behind the end, so that no branch
/// stands in the way of loads.
template <bool mayRepeat, class T, int w, class F, class... Results>
CLUSTRIX_HD void takeApart(const Lane<w>& lane, Index first, Index trips, Index step, const F& body,
                           Results&... results) {
  constexpr int many = mayRepeat ? 4 : 1;
  for (Index begin = lane.number; begin < trips; begin += many * w) {
    CLUSTRIX_UNROLL
    for (int u = 0; u < many; ++u) {
      const Index iteration = mayRepeat ? least(begin + u * w, trips - 1) : begin;
      Terms<Results...> terms;
      terms.clear();
      terms.compute(body, counter<T>(first + step * iteration));
      if (begin + u * w >= trips) terms.clear();
      (results.note(iteration), ...);
      terms.put(nullptr, 0, 0, results...);
    }
  }
}

/// The variables themselves, in place of terms.
template <class... Results>
struct Direct;
template <>
struct Direct<> {
  template <class F, class T, class... Before>
  CLUSTRIX_HD void call(const F& body, T value, Before&... before) const {
    body(value, before...);
  }
};
template <class Result, class... Others>
struct Direct<Result, Others...> {
  CLUSTRIX_HD Direct(Result&, Others&... rest) : others(rest...) {}
  Direct<Others...> others;

  template <class F, class T, class... Before>
  CLUSTRIX_HD void call(const F& body, T value, Before&... before) const {
    others.call(body, value, before...);
  }
};
template <class S, bool multiplies, class... Others>
struct Direct<Running<S, multiplies>, Others...> {
  CLUSTRIX_HD Direct(Running<S, multiplies>& sum, Others&... rest) : into(sum.into), others(rest...) {}
  S& into;
  Direct<Others...> others;

  template <class F, class T, class... Before>
  CLUSTRIX_HD void call(const F& body, T value, Before&... before) const {
    others.call(body, value, before..., into);
  }
};

template <class Elements, class S, bool multiplies, class... Others>
struct Direct<RunningElement<Elements, S, multiplies>, Others...> {
  CLUSTRIX_HD Direct(RunningElement<Elements, S, multiplies>& sum, Others&... rest)
      : elements(sum.elements), others(rest...) {}
  Elements& elements;
  Direct<Others...> others;

  template <class F, class T, class... Before>
  CLUSTRIX_HD void call(const F& body, T value, Before&... before) const {
    others.call(body, value, before..., elements);
  }
};

}  // namespace runtime

/// What a lane has of a loop.
template <class T>
CLUSTRIX_HD runtime::Values<T> along(runtime::Alone, Index first, Index trips, Index step = 1) {
  return along<T>(runtime::All{}, first, trips, step);
}
template <class T, int w>
CLUSTRIX_HD runtime::Shared<T, w> along(const runtime::Lane<w>& lane, Index first, Index trips, Index step = 1) {
  lane.meet();
  return {{lane, first + step * lane.number, step * w, lane.number, trips}};
}

/// Whether a loop's body may be carried out more often than the source does it, since it changes nothing but results.
enum class Body { Writes, Reads };

/// All iterations of a loop, whose body says in `body(value, terms...)` what each of them adds to the sums among the
/// results.
template <class T, Body = Body::Writes, class F, class... Results>
CLUSTRIX_HD void inOrder(runtime::Alone, Index first, Index trips, Index step, const F& body, Results... results) {
  const runtime::Direct<Results...> variables(results...);
  for (T value : along<T>(runtime::All{}, first, trips, step)) variables.call(body, value);
}
template <class T, Body kind = Body::Writes, int w, class F, class... Results>
CLUSTRIX_HD void inOrder(const runtime::Lane<w>& lane, Index first, Index trips, Index step, const F& body,
                         Results... results) {
  lane.meet();
  (results.start(), ...);
  if constexpr ((Results::isOrdered || ...))
    runtime::addInOrder<kind == Body::Reads, T>(lane, first, trips, step, body, results...);
  else
    runtime::takeApart<kind == Body::Reads, T>(lane, first, trips, step, body, results...);
  bool again = false;
  ((again = results.finish(lane) || again), ...);
  if (again) {
    (results.restart(), ...);
    for (Index iteration = 0; iteration < trips; ++iteration) {
      runtime::Terms<Results...> unused;
      unused.clear();
      unused.compute(body, counter<T>(first + step * iteration));
    }
  }
  lane.meet();
}
template <class T, Body kind = Body::Writes, int w, class F, class... Results>
CLUSTRIX_HD void inOrder(const runtime::GroupingLane<w>& lane, Index first, Index trips, Index step, const F& body,
                         Results... results) {
  const runtime::Lane<w>& ofGroup = lane;
  inOrder<T, kind>(ofGroup, first, trips, step, body, runtime::inAnyOrder(results)...);
}

}  // namespace clustrix
