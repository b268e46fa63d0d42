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

#include "clustrix/Index.h"

namespace clustrix {

namespace runtime {
class Inspection;
}

/// The numbers at some positions of a list lie from `least` to `greatest`, both inclusive; there is none where
/// least > greatest. Not known: memory there is not readable, or a number is beyond +-2^47, where no element can be.
struct ListedValues {
  Index least = 0;
  Index greatest = -1;
  bool known = true;
};

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

 private:
  runtime::Inspection* inspection_;  // null where nothing is said of the loop
};

}  // namespace clustrix
