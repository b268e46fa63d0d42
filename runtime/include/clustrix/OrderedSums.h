// OrderedSums: sums of floating-point numbers whose terms lanes compute side by side and add up in the source's order.
//
//     lane 0   term 0  term 4  ...  ─┐            ┌─  sum + term 0 + term 1 + term 2 + ...
//     lane 1   term 1  term 5  ...  ─┴─  shared  ─┴─  another sum of the iteration, where there is one
#pragma once

#include <cstddef>
#include <cstring>
#include <type_traits>
#include <utility>

#include "clustrix/LaneResults.h"

namespace clustrix {
namespace runtime {

/// The terms of one iteration for each of the results that have some.
template <class... Results>
struct Terms;
template <>
struct Terms<> {
  CLUSTRIX_HD void clear() {}
  CLUSTRIX_HD void put(unsigned char*, int, int) const {}
  template <class F, class T, class... Before>
  CLUSTRIX_HD void compute(const F& body, T value, Before&... before) {
    body(value, before...);
  }
};
template <class Result, class... Others>
struct Terms<Result, Others...> {
  Terms<Others...> others;

  CLUSTRIX_HD void clear() { others.clear(); }
  template <class F, class T, class... Before>
  CLUSTRIX_HD void compute(const F& body, T value, Before&... before) {
    others.compute(body, value, before...);
  }
  CLUSTRIX_HD void put(unsigned char* row, int bytes, int at, Result&, Others&... rest) const {
    others.put(row, bytes, at, rest...);
  }
};
template <class S, bool multiplies, bool anyOrder, class... Others>
struct Terms<Running<S, multiplies, anyOrder>, Others...> {
  Term<S, multiplies> term;
  Terms<Others...> others;

  CLUSTRIX_HD void clear() {
    term.value = term.identity();
    others.clear();
  }
  template <class F, class T, class... Before>
  CLUSTRIX_HD void compute(const F& body, T value, Before&... before) {
    others.compute(body, value, before..., term);
  }
  /// Those to be added in order each into a row of their own, place `at`; the others are added up here.
  CLUSTRIX_HD void put(unsigned char* row, int bytes, int at, Running<S, multiplies, anyOrder>& sum,
                       Others&... rest) const {
    if constexpr (sum.isOrdered) {
      reinterpret_cast<S*>(row)[at] = term.value;
      row += bytes;
    } else {
      sum.take(sum.mine, term.value);
    }
    others.put(row, bytes, at, rest...);
  }
};

template <class Elements, class S, bool multiplies, bool anyOrder, class... Others>
struct Terms<RunningElement<Elements, S, multiplies, anyOrder>, Others...> {
  ElementTerm<S, multiplies> element;
  Terms<Others...> others;

  CLUSTRIX_HD void clear() {
    element.term.value = element.term.identity();
    others.clear();
  }
  template <class F, class T, class... Before>
  CLUSTRIX_HD void compute(const F& body, T value, Before&... before) {
    others.compute(body, value, before..., element);
  }
  CLUSTRIX_HD void put(unsigned char* row, int bytes, int at, RunningElement<Elements, S, multiplies, anyOrder>& sum,
                       Others&... rest) const {
    sum.at = element.at;
    if constexpr (sum.isOrdered) {
      reinterpret_cast<S*>(row)[at] = element.term.value;
      row += bytes;
    } else {
      sum.take(sum.mine, element.term.value);
    }
    others.put(row, bytes, at, rest...);
  }
};

/// The first of the results that is added up in order.
template <class Result, class... Others>
struct FirstOrdered : std::conditional_t<Result::isOrdered, FirstOrdered<Result>, FirstOrdered<Others...>> {};
template <class Result>
struct FirstOrdered<Result> {
  using Type = Result;
};

/// Sixteen bytes of shared memory, `offset` behind `at`, by those lanes that want them: others wait for nothing.
/// Without a branch, so that all that does not depend on it goes on in the meantime.
template <int offset, class Some>
CLUSTRIX_HD Some sixteenBytes(std::size_t at, bool wanted) {
  static_assert(sizeof(Some) == 16);
  unsigned words[4] = {};
#if defined(__CUDA_ARCH__)
  asm volatile("{ .reg .pred %%p0; setp.ne.s32 %%p0, %5, 0; @%%p0 ld.shared.v4.u32 {%0, %1, %2, %3}, [%4 + %6]; }"
               : "+r"(words[0]), "+r"(words[1]), "+r"(words[2]), "+r"(words[3])
               : "l"(at), "r"(static_cast<int>(wanted)), "n"(offset)
               : "memory");
#else
  if (wanted) std::memcpy(words, reinterpret_cast<const unsigned char*>(at) + offset, sizeof words);
#endif
  Some some;
  std::memcpy(&some, words, sizeof some);
  return some;
}
/// Where shared memory is, for sixteenBytes.
CLUSTRIX_HD inline std::size_t sharedAddress(const unsigned char* at) {
#if defined(__CUDA_ARCH__)
  return __cvta_generic_to_shared(at);
#else
  return reinterpret_cast<std::size_t>(at);
#endif
}

/// Terms of a row into a sum; no row ends before a multiple of 16 bytes.
template <class Sum>
struct Row {
  using S = typename Sum::Value;
  static constexpr int some = 16 / static_cast<int>(sizeof(S));
  struct Some {
    S terms[some];
  };
  const std::size_t at;
  const bool wanted;

  CLUSTRIX_HD static constexpr int bytesOf(int count) { return count * static_cast<int>(sizeof(S)); }
  CLUSTRIX_HD Row(const unsigned char* row, bool isWanted) : at(sharedAddress(row)), wanted(isWanted) {}

  template <int offset = 0>
  CLUSTRIX_HD void addSome(S& sum, int behind = 0) const {
    const Some these = sixteenBytes<offset, Some>(at + static_cast<std::size_t>(behind), wanted);
    CLUSTRIX_UNROLL
    for (int t = 0; t < some; ++t) Sum::take(sum, these.terms[t]);
  }
  /// So many that the compiler knows it.
  template <int... each>
  CLUSTRIX_HD void addEach(S& sum, std::integer_sequence<int, each...>, int behind = 0) const {
    (addSome<16 * each>(sum, behind), ...);
  }
  template <int count>
  CLUSTRIX_HD void addAll(S& sum) const {
    addEach(sum, std::make_integer_sequence<int, count / some>());
  }
  CLUSTRIX_HD void add(S& sum, int count) const {
    constexpr int many = 16 * some;  // whose loads are under way together
    int t = 0;
    for (; t + many <= count; t += many) addEach(sum, std::make_integer_sequence<int, 16>(), bytesOf(t));
    for (; t < count; t += some) addSome(sum, bytesOf(t));
  }
};

/// What lanes add up in order. Sums that are alike have a lane each, as far as there are sums; of others each lane adds
/// all.
template <int w, class... Results>
struct Adder {
  static constexpr int sums = (0 + ... + (Results::isOrdered ? 1 : 0));
  static constexpr int bytes = rowBytes(w, sums);
  using Sum = typename FirstOrdered<Results...>::Type;
  static constexpr bool areAlike = ((!Results::isOrdered || std::is_same_v<Results, Sum>) && ...);

  const Lane<w>& lane;
  const int which = lane.number % sums;
  typename Sum::Value one{};

  /// `visit(result, number)` for each of them.
  template <class Visit>
  CLUSTRIX_HD static void each(const Visit& visit, Results&... results) {
    int number = 0;
    const auto ask = [&](auto& result) {
      if constexpr (std::decay_t<decltype(result)>::isOrdered) visit(result, number++);
    };
    (ask(results), ...);
  }
  /// Of a block, one warp adds and the others go on.
  CLUSTRIX_HD bool adds() const { return lane.number < (areAlike ? sums : 1); }

  CLUSTRIX_HD void start(Results&... results) {
    if constexpr (areAlike) each([&](auto& sum, int number) { one = which == number ? sum.into : one; }, results...);
  }
  /// `visit(row, sum)` for the row of each sum that this lane adds up.
  template <class Visit>
  CLUSTRIX_HD void eachRow(const unsigned char* rows, const Visit& visit, Results&... results) {
    if (w > warpLanes && lane.number >= warpLanes) return;  // the other warps of a block go on
    if constexpr (areAlike)
      visit(Row<Sum>(rows + which * bytes, adds()), one);
    else
      each([&](auto& sum,
               int number) { visit(Row<std::decay_t<decltype(sum)>>(rows + number * bytes, adds()), sum.into); },
           results...);
  }
  CLUSTRIX_HD void add(const unsigned char* rows, int count, Results&... results) {
    eachRow(rows, [&](const auto& row, auto& sum) { row.add(sum, count); }, results...);
  }
  /// The terms of a whole round.
  template <int count>
  CLUSTRIX_HD void addAll(const unsigned char* rows, Results&... results) {
    eachRow(rows, [&](const auto& row, auto& sum) { row.template addAll<count>(sum); }, results...);
  }
  CLUSTRIX_HD void finish(Results&... results) {
    each([&](auto& sum, int number) { sum.into = areAlike ? lane.from(one, number) : lane.from(sum.into, 0); },
         results...);
    if constexpr (w > warpLanes) {
      lane.meet();
      const auto place = [&](int number) { return lane.room + number * 8; };
      if (lane.number == 0)
        each([&](auto& sum, int number) { std::memcpy(place(number), &sum.into, sizeof(sum.into)); }, results...);
      lane.meet();
      each([&](auto& sum, int number) { std::memcpy(&sum.into, place(number), sizeof(sum.into)); }, results...);
      lane.meet();
    }
  }
};

/// Loads of the next iterations are under way while the terms of those before are added: of a block, one warp does
/// nothing but add.
template <bool mayRepeat, class T, int w, class F, class... Results>
CLUSTRIX_HD void addInOrder(const Lane<w>& lane, Index first, Index trips, Index step, const F& body,
                            Results&... results) {
  using Sums = Adder<w, Results...>;
  constexpr int adders = w > warpLanes ? warpLanes : 0, makers = w - adders;
  constexpr int many = atOnce(w, Sums::sums), round = many * makers;
  Sums adder{lane};
  const int maker = lane.number - adders;
  const auto compute = [&](Terms<Results...>& terms, Index iteration) {
    terms.compute(body, counter<T>(first + step * iteration));
    (results.note(iteration), ...);
  };
  // Of what lies behind the end there is nothing to add. Where it may, the last iteration runs again instead, so that
  // no branch stands in the way of the loads.
  const auto computeRound = [&](auto& terms, Index number, auto isLast) {
    CLUSTRIX_UNROLL
    for (int u = 0; u < many; ++u) {
      terms[u].clear();
      const Index iteration = number * round + u * makers + maker;
      if constexpr (!isLast.value) {
        compute(terms[u], iteration);
      } else if constexpr (mayRepeat) {
        compute(terms[u], least(iteration, trips - 1));
        if (iteration >= trips) terms[u].clear();
      } else {
        if (iteration < trips) compute(terms[u], iteration);
      }
    }
  };
  const auto rows = [&](Index number) { return lane.room + (number & 1) * (Sums::sums * Sums::bytes); };
  const auto make = [&](Index number, auto isLast) {
    if (adders == 0 || maker >= 0) {
      Terms<Results...> terms[many];
      computeRound(terms, number, isLast);
      CLUSTRIX_UNROLL
      for (int u = 0; u < many; ++u) terms[u].put(rows(number), Sums::bytes, u * makers + maker, results...);
    }
    lane.meet();
  };
  const Index rounds = trips / round;
  const int rest = static_cast<int>(trips - rounds * round);
  if (trips <= 0) return;
  rounds > 0 ? make(0, std::false_type()) : make(0, std::true_type());
  (results.locate(lane), ...);
  adder.start(results...);
  for (Index r = 1; r < rounds; ++r) {
    adder.template addAll<round>(rows(r - 1), results...);
    make(r, std::false_type());
  }
  if (rounds > 0 && rest > 0) {
    adder.template addAll<round>(rows(rounds - 1), results...);
    make(rounds, std::true_type());
  }
  if (rest > 0)
    adder.add(rows(rounds), rest, results...);
  else
    adder.template addAll<round>(rows(rounds - 1), results...);
  adder.finish(results...);
}

}  // namespace runtime
}  // namespace clustrix
