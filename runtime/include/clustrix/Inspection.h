// Inspection: what numbers a list has, looked at before the loop that follows it.
//
//     const clustrix::Inspected list_inspected = loop.inspected(list_, 0, n_ - 1);    all positions that the loop reads
//     loop.distinct(list_, 0, n_ - 1);                                                a guard: no number is there twice
//     const auto footprint = [&](clustrix::Chunk chunk, clustrix::Footprint& touched) {
//       const clustrix::ListedValues list_values = list_inspected.in(chunk.begin, chunk.end - 1);
//       touched.mayRead(from_).given(list_values).between(0, {1, list_values.least, list_values.greatest});
//     };
//
// The elements of `from` that a chunk reads lie between the least and the greatest number that it follows. After:
// Saltz, Mirchandaney and Crowley 1991 (inspector and executor).
#pragma once

#include <cstddef>
#include <type_traits>

#include "clustrix/Array.h"
#include "clustrix/Index.h"
#include "clustrix/Touches.h"

namespace clustrix {

namespace runtime {
class Inspection;

/// Numbers of so many bytes in an array's elements: see Numbers.
struct NumbersInArray {
  int array = -1;
  std::size_t size = 0;
  bool isSigned = false;
  Index begin = 0;
  Index run = 1;
};
}  // namespace runtime

/// Positions of a list, both inclusive.
struct ListRange {
  Index from = 0;
  Index to = -1;
};

/// Integers in the elements of an array, numbered through all of them: `run` of each, from its byte `begin` on.
///
///     clustrix::Numbers<int>{edges_, 8, 2}      edges[e].ends[c] is number 2 * e + c
template <class T>
struct Numbers {
  static_assert(std::is_integral_v<T>, "a list has integers");
  AnyArray array;
  Index begin = 0;
  Index run = 1;
};

template <class T>
runtime::NumbersInArray inArray(const Numbers<T>& list) {
  return {list.array.id, sizeof(T), std::is_signed_v<T>, list.begin, list.run};
}

/// The numbers at some positions of a list lie from `least` to `greatest`, both inclusive; there is none where
/// least > greatest. Not known: memory there is not readable, or a number is beyond +-2^47, where no element can be.
struct ListedValues {
  Index least = 0;
  Index greatest = -1;
  bool known = true;
};
constexpr ListedValues unknownValues{0, -1, false};

/// Made by `Loop::inspected`; meaningful as long as the loop.
class Inspected {
 public:
  explicit Inspected(runtime::Inspection* inspection = nullptr) : inspection_(inspection) {}

  /// Of the positions from `from` to `to`, both inclusive, which are some of all. The list is read when this is first
  /// asked.
  ListedValues in(Index from, Index to) const;
  /// The same where the positions follow from other lists' numbers.
  template <class... Others>
  ListedValues in(Index from, Index to, const ListedValues& given, const Others&... others) const {
    if (!given.known) return {0, -1, false};
    return in(from, to, others...);
  }
  ListedValues all() const;
  /// Null where nothing is said of the loop.
  runtime::Inspection* inspection() const { return inspection_; }
  /// Where the numbers stand, at all positions where they are known; T: of the list's.
  template <class T>
  ListNumbers<T> numbers(Numbers<T>) const {
    return {known()};
  }
  template <class T>
  ListNumbers<std::remove_cv_t<T>> numbers(Array<T> list) const {
    return numbers(Numbers<std::remove_cv_t<T>>{list});
  }

 private:
  runtime::KnownNumbers known() const;

  runtime::Inspection* inspection_;  // null where nothing is said of the loop
};

/// The elements that a loop touches in an array, each of them looked at. Made by `Loop::touched`; meaningful as long as
/// the loop.
class TouchedBy {
 public:
  explicit TouchedBy(runtime::TouchedElements* touched = nullptr) : touched_(touched) {}

  /// Between which of them a chunk of iterations keeps. Not known, too, where to look takes longer than the loop.
  ListedValues in(Chunk chunk) const;
  /// Null where nothing is said of the loop.
  runtime::TouchedElements* touched() const { return touched_; }

 private:
  runtime::TouchedElements* touched_;
};

}  // namespace clustrix
