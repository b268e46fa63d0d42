// Lanes: several threads of a GPU share one iteration: its loops are divided among them, and its sums are added up in
// the order of the source, to the bit.
//
//     template <class Lanes>
//     CLUSTRIX_HD void operator()(clustrix::Index k, Lanes lanes) const {
//       int i = clustrix::counter<int>(k);
//       double sum = 0;
//       clustrix::inOrder<int>(lanes, 0, j_trips, 1, [&](int j, auto& sum) { sum += a[i * n + j] * x[j]; },
//                              clustrix::added(sum));
//       if (lanes.one()) y[i] = sum; lanes.meet();
//
// The terms of a sum do not depend on it: each lane computes its own, and all of them add all in order.
//
//     lane 0   term 0  term 4  ...    sum + term 0 + term 1 + term 2 + term 3   + term 4 ...
//     lane 1   term 1  term 5  ...    the same, with the others' terms by shuffles
//
// On the host the only lane does everything, as the source says it.
#pragma once

#include <type_traits>

#include "clustrix/Band.h"

#if defined(__CUDA_ARCH__)
#define CLUSTRIX_UNROLL _Pragma("unroll")
#else
#define CLUSTRIX_UNROLL
#endif

namespace clustrix {

/// Which neighbours threads of a warp are first: lanes of an iteration, or iterations.
enum class Neighbours { Lanes, Iterations };

/// What a kernel says of itself: `using Lanes = clustrix::SharedBy<clustrix::Neighbours::Lanes, 3>`, with the most sums
/// that a loop adds to.
template <Neighbours which, int most>
struct SharedBy {
  static constexpr int sums = most;
  static constexpr Neighbours neighbours = which;
};

namespace runtime {

template <class K, class = void>
inline constexpr bool hasLanes = false;
template <class K>
inline constexpr bool hasLanes<K, std::void_t<typename K::Lanes>> = true;

/// The lane of a thread of its own.
struct Alone {
  CLUSTRIX_HD bool one() const { return true; }
  CLUSTRIX_HD void meet() const {}
};

/// An iteration has so many lanes, or all of a warp.
constexpr int fewLanes = 8;

/// One of `width` lanes of an iteration. Lane q is `first + q * stride` in its
/// warp.
struct Lane {
  int number = 0;
  int width = 1;
  int first = 0;
  int stride = 1;
  unsigned mask = 0;  // all lanes of the iteration

  /// Waits until all lanes have come here, and sees what they have written.
  CLUSTRIX_HD void meet() const {
#if defined(__CUDA_ARCH__)
    __syncwarp(mask);
#endif
  }
  /// Whether this is the lane that does what is to be done once. No lane is still at what stands in front.
  CLUSTRIX_HD bool one() const {
    meet();
    return number == 0;
  }
};

/// What a lane has of a loop: each `width`-th iteration.
template <class T>
struct Shared {
  struct Iterator {
    Index value, step, iteration, width, trips;
    CLUSTRIX_HD bool operator!=(const Iterator&) const { return iteration < trips; }
    CLUSTRIX_HD void operator++() {
      value += step;
      iteration += width;
    }
    CLUSTRIX_HD T operator*() const { return counter<T>(value); }
  };
  Iterator first;
  CLUSTRIX_HD Iterator begin() const { return first; }
  CLUSTRIX_HD Iterator end() const { return first; }
};

/// What an iteration adds to a sum, or multiplies a product by: said in place of the update itself.
template <class S, bool multiplies>
struct Term {
  S value;

  CLUSTRIX_HD static constexpr S identity() {
    // Adding 0.0 would make 0.0 of a sum that is -0.0.
    if constexpr (multiplies)
      return S(1);
    else if constexpr (std::is_floating_point_v<S>)
      return -S(0);
    else
      return S(0);
  }
  CLUSTRIX_HD void operator+=(S term) { value = term; }
  CLUSTRIX_HD void operator*=(S term) { value = term; }
  CLUSTRIX_HD void operator-=(S term) {
    if constexpr (std::is_floating_point_v<S>)
      value = -term;
    else
      value = static_cast<S>(0ULL - static_cast<unsigned long long>(term));
  }
};

/// A variable that iterations add to, or multiply.
template <class S, bool multiplies>
struct Running {
  using Type = Term<S, multiplies>;
  S& into;

  CLUSTRIX_HD void take(S term) const {
    if constexpr (multiplies)
      into *= term;
    else
      into += term;
  }
};

/// The value of another lane of this warp, of up to eight bytes.
template <class S>
CLUSTRIX_HD S fromLane(unsigned mask, S mine, int lane) {
  static_assert(sizeof(S) <= 8);
#if defined(__CUDA_ARCH__)
  return static_cast<S>(__shfl_sync(mask, mine, lane));
#else
  static_cast<void>(mask), static_cast<void>(lane);
  return mine;
#endif
}

/// The terms of one iteration for each of the sums.
template <class... Sums>
struct Terms;
template <>
struct Terms<> {
  CLUSTRIX_HD void clear() {}
  CLUSTRIX_HD void take(const Lane&, int) const {}
  template <class F, class T, class... Before>
  CLUSTRIX_HD void compute(const F& body, T value, Before&... before) {
    body(value, before...);
  }
};
template <class Sum, class... Others>
struct Terms<Sum, Others...> {
  typename Sum::Type term;
  Terms<Others...> others;

  CLUSTRIX_HD void clear() {
    term.value = Sum::Type::identity();
    others.clear();
  }
  template <class F, class T, class... Before>
  CLUSTRIX_HD void compute(const F& body, T value, Before&... before) {
    others.compute(body, value, before..., term);
  }
  /// Those of lane `q` into the sums.
  CLUSTRIX_HD void take(const Lane& lanes, int q, const Sum& sum, const Others&... rest) const {
    sum.take(fromLane(lanes.mask, term.value, lanes.first + q * lanes.stride));
    others.take(lanes, q, rest...);
  }
};

/// Iterations of a lane in one go: enough loads under way to hide how long they take.
template <class... Sums>
inline constexpr int atOnce = sizeof...(Sums) == 1 ? 4 : 2;

/// `width`: of the lanes, known to the compiler: loads of the next iterations are then under way while those before are
/// added, since nothing stands between them.
template <int width, class T, class F, class... Sums>
CLUSTRIX_HD void addInOrder(const Lane& lanes, Index first, Index trips, Index step, const F& body,
                            const Sums&... sums) {
  constexpr int many = atOnce<Sums...>;
  using All = Terms<Sums...>;
  const auto load = [&](All& terms, Index iteration) {
    terms.clear();
    terms.compute(body, counter<T>(first + step * iteration));
  };
  const auto add = [&](const All& terms) {
    CLUSTRIX_UNROLL
    for (int q = 0; q < width; ++q) terms.take(lanes, q, sums...);
  };
  constexpr int round = many * width;
  const Index rounds = trips / round;
  if (rounds > 0) {
    All now[many], next[many];
    CLUSTRIX_UNROLL
    for (int u = 0; u < many; ++u) load(now[u], u * width + lanes.number);
    for (Index r = 1; r < rounds; ++r) {
      CLUSTRIX_UNROLL
      for (int u = 0; u < many; ++u) load(next[u], r * round + u * width + lanes.number);
      CLUSTRIX_UNROLL
      for (int u = 0; u < many; ++u) add(now[u]);
      CLUSTRIX_UNROLL
      for (int u = 0; u < many; ++u) now[u] = next[u];
    }
    CLUSTRIX_UNROLL
    for (int u = 0; u < many; ++u) add(now[u]);
  }
  for (Index begin = rounds * round; begin < trips; begin += width) {
    All last;
    last.clear();
    if (begin + lanes.number < trips) load(last, begin + lanes.number);
    add(last);
  }
}

}  // namespace runtime

template <class S>
CLUSTRIX_HD runtime::Running<S, false> added(S& sum) {
  return {sum};
}
template <class S>
CLUSTRIX_HD runtime::Running<S, true> multiplied(S& product) {
  return {product};
}

/// What a lane has of a loop.
template <class T>
CLUSTRIX_HD runtime::Values<T> along(runtime::Alone, Index first, Index trips, Index step = 1) {
  return along<T>(runtime::All{}, first, trips, step);
}
template <class T>
CLUSTRIX_HD runtime::Shared<T> along(const runtime::Lane& lane, Index first, Index trips, Index step = 1) {
  lane.meet();
  return {{first + step * lane.number, step * lane.width, lane.number, lane.width, trips}};
}

/// All iterations of a loop, whose body says in `body(value, terms...)` what each of them adds to the sums.
template <class T, class F, class... S, bool... multiplies>
CLUSTRIX_HD void inOrder(runtime::Alone, Index first, Index trips, Index step, const F& body,
                         runtime::Running<S, multiplies>... sums) {
  for (T value : along<T>(runtime::All{}, first, trips, step)) body(value, sums.into...);
}
template <class T, class F, class... Sums>
CLUSTRIX_HD void inOrder(const runtime::Lane& lane, Index first, Index trips, Index step, const F& body, Sums... sums) {
  lane.meet();
  if (lane.width == 32)
    runtime::addInOrder<32, T>(lane, first, trips, step, body, sums...);
  else
    runtime::addInOrder<runtime::fewLanes, T>(lane, first, trips, step, body, sums...);
  lane.meet();
}

}  // namespace clustrix

#undef CLUSTRIX_UNROLL
