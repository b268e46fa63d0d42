// LaneResults: what the iterations of a loop that lanes share leave in variables, and how the lanes put it together.
//
//     added(sum), multiplied(p)        floating-point numbers in the order of the source (see OrderedSums.h), others by
//                                      each lane and then together
//     greatestOf(top, at), leastOf     by each lane, then the best of all; where the order shows, the loop runs again
//     inAll(a), inAny(b)               by each lane, then together
#pragma once

#include <type_traits>

#include "clustrix/Lane.h"

namespace clustrix {
namespace runtime {

template <class S>
CLUSTRIX_HD unsigned long long bitsOf(const S& value) {
  static_assert(sizeof(S) <= 8);
  unsigned long long bits = 0;
  std::memcpy(&bits, &value, sizeof(S));
  return bits;
}

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
  CLUSTRIX_HD void operator++() { value = S(1); }
  CLUSTRIX_HD void operator++(int) { value = S(1); }
  CLUSTRIX_HD void operator--() { *this -= S(1); }
  CLUSTRIX_HD void operator--(int) { *this -= S(1); }
  CLUSTRIX_HD void operator-=(S term) {
    if constexpr (std::is_floating_point_v<S>)
      value = -term;
    else
      value = static_cast<S>(0ULL - static_cast<unsigned long long>(term));
  }
};

// What iterations leave in a variable. Each of these tells whether that is added in order (`isOrdered`), what there is
// to do before and after all iterations of a lane and behind each of them, and begins anew where `finish` has said that
// the order shows.

/// A variable that iterations add to, or multiply.
template <class S, bool multiplies, bool anyOrder = false>
struct Running {
  using Value = S;
  static constexpr bool isOrdered = std::is_floating_point_v<S> && !anyOrder;
  S& into;
  S mine = Term<S, multiplies>::identity();  // where the order does not matter: what this lane's iterations add up to

  CLUSTRIX_HD static void take(S& to, S term) {
    // As numbers of 64 bits that may wrap around.
    if constexpr (std::is_floating_point_v<S>)
      multiplies ? to *= term : to += term;
    else
      to = static_cast<S>(multiplies ? static_cast<unsigned long long>(to) * static_cast<unsigned long long>(term)
                                     : static_cast<unsigned long long>(to) + static_cast<unsigned long long>(term));
  }
  CLUSTRIX_HD void start() {}
  CLUSTRIX_HD void note(Index) {}
  CLUSTRIX_HD void restart() {}
  template <class L>
  CLUSTRIX_HD void locate(const L&) {}
  template <class L>
  CLUSTRIX_HD bool finish(const L& lane) {
    if constexpr (!isOrdered) take(into, lane.together(mine, [](S& to, const S& other) { take(to, other); }));
    return false;
  }
};

/// An element of an array that iterations add to, or multiply: the same one in all of them.
template <class Elements, class S, bool multiplies, bool anyOrder = false>
struct RunningElement {
  using Value = S;
  using Sum = Running<S, multiplies, anyOrder>;
  static constexpr bool isOrdered = Sum::isOrdered;
  Elements& elements;
  S into{}, mine = Term<S, multiplies>::identity();
  Index at = -1;  // as the text has said it; none yet

  CLUSTRIX_HD static void take(S& to, S term) { Sum::take(to, term); }
  CLUSTRIX_HD void start() {}
  CLUSTRIX_HD void note(Index) {}
  CLUSTRIX_HD void restart() {}
  /// The first lane has had an iteration, and knows the element.
  template <class L>
  CLUSTRIX_HD void locate(const L& lane) {
    static_assert(L::width <= warpLanes);
    at = lane.from(at, 0);
    into = elements[at];
  }
  template <class L>
  CLUSTRIX_HD bool finish(const L& lane) {
    if constexpr (!isOrdered) {
      at = lane.from(at, 0);
      const S all = lane.together(mine, [](S& to, const S& other) { take(to, other); });
      if (at < 0) return false;
      into = elements[at];
      take(into, all);
    }
    if (at >= 0 && lane.number == 0) elements[at] = into;
    return false;
  }
};

/// The same result, whose order does not matter.
template <class Result>
CLUSTRIX_HD Result inAnyOrder(const Result& result) {
  return result;
}
template <class S, bool multiplies>
CLUSTRIX_HD Running<S, multiplies, true> inAnyOrder(const Running<S, multiplies>& sum) {
  return {sum.into};
}
template <class Elements, class S, bool multiplies>
CLUSTRIX_HD RunningElement<Elements, S, multiplies, true> inAnyOrder(
    const RunningElement<Elements, S, multiplies>& sum) {
  return {sum.elements};
}

/// What stands for the array in the text: the term of the element.
template <class S, bool multiplies>
struct ElementTerm {
  Term<S, multiplies> term;
  Index at = -1;

  CLUSTRIX_HD Term<S, multiplies>& operator[](Index index) {
    at = index;
    return term;
  }
};

/// What is the same however often, and in whatever order, iterations take it up: conjunctions and disjunctions.
template <class S, bool all>
struct Joint {
  static constexpr bool isOrdered = false;
  S& into;

  CLUSTRIX_HD void start() {}
  CLUSTRIX_HD void note(Index) {}
  CLUSTRIX_HD void restart() {}
  template <class L>
  CLUSTRIX_HD void locate(const L&) {}
  template <class L>
  CLUSTRIX_HD bool finish(const L& lane) {
    into = lane.together(into, [](S& to, const S& other) { to = static_cast<S>(all ? to & other : to | other); });
    return false;
  }
};

/// Variables of the same iteration as an extreme's.
template <class... Places>
struct PlacesOf;
template <>
struct PlacesOf<> {
  struct Values {};
  CLUSTRIX_HD Values values() const { return {}; }
  CLUSTRIX_HD void set(const Values&) const {}
};
template <class Place, class... Others>
struct PlacesOf<Place, Others...> {
  struct Values {
    Place value;
    typename PlacesOf<Others...>::Values others;
  };
  Place& place;
  PlacesOf<Others...> others;

  CLUSTRIX_HD Values values() const { return {place, others.values()}; }
  CLUSTRIX_HD void set(const Values& all) const {
    place = all.value;
    others.set(all.others);
  }
};
CLUSTRIX_HD inline PlacesOf<> placesOf() { return {}; }
template <class Place, class... Others>
CLUSTRIX_HD PlacesOf<Place, Others...> placesOf(Place& place, Others&... others) {
  return {place, placesOf(others...)};
}

/// The least or the greatest value, and what goes with it. `takesNan`: what comes behind a NaN replaces it.
template <class S, bool greatest, bool takesNan, class... Places>
struct Extreme {
  static constexpr bool isOrdered = false, isPlaced = sizeof...(Places) > 0;
  using Values = typename PlacesOf<Places...>::Values;
  /// What lanes tell each other. `doubts`: why its order may show, where that is so.
  struct Bare {
    S value;
    unsigned doubts;
  };
  struct Placed : Bare {
    Index when;  // the iteration that has put it there
    Values places;
  };
  using State = std::conditional_t<isPlaced, Placed, Bare>;
  enum Doubt : unsigned { twoZeros = 1, nan = 2 };
  static constexpr Index never = ~(Index{1} << 63);
  S& into;
  PlacesOf<Places...> places;
  S before{}, last{};
  Values placesBefore{};
  Index when = never;
  bool sawNan = false;

  CLUSTRIX_HD void start() {
    before = last = into;
    placesBefore = places.values();
  }
  CLUSTRIX_HD void note(Index iteration) {
    if constexpr (takesNan) sawNan |= into != into;
    // A value that is better is another one.
    if constexpr (isPlaced)
      if (!(into == last)) {
        last = into;
        when = iteration;
      }
  }
  CLUSTRIX_HD void restart() {
    into = before;
    places.set(placesBefore);
  }
  template <class L>
  CLUSTRIX_HD void locate(const L&) {}
  template <class L>
  CLUSTRIX_HD bool finish(const L& lane) {
    State mine{};
    mine.value = into;
    mine.doubts = sawNan || into != into ? nan : 0;
    if constexpr (isPlaced) {
      mine.when = when;
      mine.places = places.values();
    }
    const State best = lane.together(mine, [](State& to, const State& other) {
      const bool better = greatest ? other.value > to.value : other.value < to.value;
      const bool equal = other.value == to.value;
      const unsigned nans = (to.doubts | other.doubts) & nan;
      unsigned doubts = better ? other.doubts : equal ? to.doubts | other.doubts : to.doubts;
      if constexpr (isPlaced) {
        if (better || (equal && other.when < to.when)) to = other;  // of equal ones the first
      } else {
        if (equal && bitsOf(other.value) != bitsOf(to.value)) doubts |= twoZeros;
        if (better) to = other;
      }
      to.doubts = doubts | nans;
    });
    into = best.value;
    if constexpr (isPlaced) places.set(best.places);
    return !std::is_integral_v<S> && best.doubts != 0;
  }
};

}  // namespace runtime

template <class S>
CLUSTRIX_HD runtime::Running<S, false> added(S& sum) {
  return {sum};
}
template <class S>
CLUSTRIX_HD runtime::Running<S, true> multiplied(S& product) {
  return {product};
}
template <class Elements>
CLUSTRIX_HD auto addedInto(Elements& elements) {
  return runtime::RunningElement<Elements, std::decay_t<decltype(elements[0])>, false>{elements};
}
template <class Elements>
CLUSTRIX_HD auto multipliedInto(Elements& elements) {
  return runtime::RunningElement<Elements, std::decay_t<decltype(elements[0])>, true>{elements};
}
/// What holds in all iterations, and what in any: of a bool, or of each bit.
template <class S>
CLUSTRIX_HD runtime::Joint<S, true> inAll(S& conjunction) {
  return {conjunction};
}
template <class S>
CLUSTRIX_HD runtime::Joint<S, false> inAny(S& disjunction) {
  return {disjunction};
}
/// An extreme, and what is assigned together with it.
template <bool takesNan = false, class S, class... Places>
CLUSTRIX_HD runtime::Extreme<S, true, takesNan, Places...> greatestOf(S& extreme, Places&... places) {
  return {extreme, runtime::placesOf(places...)};
}
template <bool takesNan = false, class S, class... Places>
CLUSTRIX_HD runtime::Extreme<S, false, takesNan, Places...> leastOf(S& extreme, Places&... places) {
  return {extreme, runtime::placesOf(places...)};
}

}  // namespace clustrix
